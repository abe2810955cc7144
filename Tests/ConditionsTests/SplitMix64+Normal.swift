import TestSupport

extension SplitMix64 {
    /// Nearly normal: the sum of twelve uniform numbers.
    mutating func normal(sigma: Double) -> Double {
        (0..<12).reduce(-6 * sigma) { sum, _ in sum + number(from: 0, to: sigma) }
    }
}
