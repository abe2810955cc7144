extension Duration {
    /// The duration in whole microseconds; fractions are cut off, and the result is clamped to 64 bits.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !overflow, !overflow2 else { return self < .zero ? .min : .max }
        return sum
    }
}
