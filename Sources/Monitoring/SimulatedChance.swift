/// A random number generator with a seed, the same on every machine.
///
/// The generator is Sebastiano Vigna's SplitMix64 (public domain, 2015).
struct SimulatedChance: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Whether a random event with this probability happens.
    mutating func happens(_ share: Double) -> Bool { uniform() < share }

    /// An approximately standard normal number: the sum of twelve uniform numbers, never beyond six sigmas.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform() }
        return sum
    }

    /// A number from 0 to below 1.
    private mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
