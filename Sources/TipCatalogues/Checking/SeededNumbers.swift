/// Pseudorandom numbers from a seed (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number from zero to below one.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns `true` with this probability.
    package mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

    /// A random element; the list must not be empty.
    package mutating func one<Element>(of list: [Element]) -> Element {
        list[Int(next() % UInt64(list.count))]
    }
}
