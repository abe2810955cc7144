/// A small generator whose numbers depend on its seed alone, so that a failing test can be run again.
///
/// It is Sebastiano Vigna's SplitMix64 (public domain, 2015). Nothing that must not be guessed may come from it.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator that begins at a seed.
    public init(seed: UInt64) { state = seed }

    /// Gives the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
    /// Gives a number from one bound up to but not including the other; made by the same bits on every platform.
    public mutating func number(from low: Double, to high: Double) -> Double {
        low + (high - low) * (Double(next() >> 11) * 0x1p-53)
    }
}
