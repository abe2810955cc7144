/// FNV-1a over bytes, and over the eight bytes of numbers.
package struct Digest {
    /// What was folded so far.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func fold(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { fold(UInt8(number >> shift & 0xff)) }
    }

    package mutating func fold(_ bytes: [UInt8]) {
        fold(UInt64(bytes.count))
        for byte in bytes { fold(byte) }
    }

    private mutating func fold(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

/// Vigna's splitmix64, a small generator with one word of state.
package struct SplitMix {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number of 53 bits from 0 up to but not including 1.
    package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
