/// An instant as tokens write it: whole seconds since 1970-01-01T00:00:00Z.
public struct NumericDate: Sendable, Hashable, Comparable {
    /// Seconds since the Unix epoch.
    public let secondsSinceEpoch: Int64

    /// Makes the instant that many seconds after the Unix epoch.
    public init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// Orders instants by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }

    /// Returns the instant that many seconds later; the last one there is, if that lies beyond it.
    func advanced(bySeconds seconds: Int64) -> NumericDate {
        let (sum, isBeyond) = secondsSinceEpoch.addingReportingOverflow(seconds)
        return NumericDate(secondsSinceEpoch: isBeyond ? (seconds < 0 ? .min : .max) : sum)
    }
}
