package import Observations

extension ObservationTime {
    /// The time after this many microseconds, clamped to the ends of time.
    ///
    /// `Duration` has 128 bits; frequent computations use microseconds instead.
    package func advanced(byMicroseconds count: Int64) -> ObservationTime {
        let (sum, overflow) = microseconds.addingReportingOverflow(count)
        return ObservationTime(microseconds: overflow ? (count < 0 ? .min : .max) : sum)
    }

    /// The microseconds from this time to another, clamped to 64 bits.
    package func microseconds(to other: ObservationTime) -> Int64 {
        let (difference, overflow) = other.microseconds.subtractingReportingOverflow(microseconds)
        return overflow ? (microseconds > other.microseconds ? .min : .max) : difference
    }
}
