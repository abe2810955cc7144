/// The time of an observation: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Time comes only from observations, so a recorded day gives the same result at any speed. Captures carry
/// whole microseconds, and integers compare and add the same way on every machine.
public struct ObservationTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// Makes a time from its microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Compares moments.
    public static func < (left: ObservationTime, right: ObservationTime) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension ObservationTime: InstantProtocol {
    /// The time after a duration; fractions of a microsecond are cut off, and the result is clamped to the
    /// ends of time.
    public func advanced(by duration: Duration) -> ObservationTime {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow2) = microseconds.addingReportingOverflow(whole)
        let (result, overflow3) = sum.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !overflow, !overflow2, !overflow3 else {
            return ObservationTime(microseconds: duration < .zero ? .min : .max)
        }
        return ObservationTime(microseconds: result)
    }

    /// The duration from this time to another; negative when the other is earlier.
    public func duration(to other: ObservationTime) -> Duration {
        .microseconds(other.microseconds) - .microseconds(microseconds)
    }
}
