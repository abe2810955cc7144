/// Random numbers that are the same in every run: SplitMix64 by Steele, Lea and Flood (2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func number(from low: Double, to high: Double) -> Double {
        low + (high - low) * (Double(next() >> 11) * 0x1p-53)
    }

    /// Nearly normal: the sum of twelve uniform numbers.
    mutating func normal(sigma: Double) -> Double {
        (0..<12).reduce(-6 * sigma) { sum, _ in sum + number(from: 0, to: sigma) }
    }
}
