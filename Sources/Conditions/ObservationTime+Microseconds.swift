package import Observations

extension ObservationTime {
    /// The moment so many microseconds later; it stops at the ends of time.
    ///
    /// Durations are 128 bits wide; what is decided many times a second counts in microseconds.
    package func advanced(byMicroseconds count: Int64) -> ObservationTime {
        let (sum, overflow) = microseconds.addingReportingOverflow(count)
        return ObservationTime(microseconds: overflow ? (count < 0 ? .min : .max) : sum)
    }

    /// The microseconds from here to there; it stops at the ends of 64 bits.
    package func microseconds(to other: ObservationTime) -> Int64 {
        let (difference, overflow) = other.microseconds.subtractingReportingOverflow(microseconds)
        return overflow ? (microseconds > other.microseconds ? .min : .max) : difference
    }
}
