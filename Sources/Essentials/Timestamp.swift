/// An instant on the UTC time line, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Stored and sent times are this type: an integer compares, sorts and round-trips exactly. It has no time
/// zone; use ``Zone`` for the time on a wall clock.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch; negative before it.
    public let millisecondsSinceEpoch: Int64

    /// Makes the instant a number of milliseconds after the Unix epoch.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Orders instants by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }

    /// Returns the instant a duration later; fractions of a millisecond are cut off.
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: millisecondsSinceEpoch + duration.wholeMilliseconds)
    }

    /// Returns the time from this instant to another one; negative when the other one is earlier.
    public func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.millisecondsSinceEpoch - millisecondsSinceEpoch)
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 {
        // `components` needs two 128-bit divisions in software; this needs one 64-bit division.
        let attoseconds = attoseconds
        let magnitude = attoseconds.magnitude
        let (milliseconds, _) = (1_000_000_000_000_000 as UInt64).dividingFullWidth(
            (UInt64(truncatingIfNeeded: magnitude >> 64), UInt64(truncatingIfNeeded: magnitude)))
        return attoseconds < 0 ? -Int64(milliseconds) : Int64(milliseconds)
    }
}
