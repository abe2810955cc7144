/// A moment of the calendar in whole microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct RuleTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// Makes a moment of its microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Orders moments by time.
    public static func < (left: RuleTime, right: RuleTime) -> Bool { left.microseconds < right.microseconds }

    /// The moment so many microseconds later; it stops at the ends of time.
    public func advanced(byMicroseconds microseconds: Int64) -> RuleTime {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
        return RuleTime(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
    }

    /// How many microseconds later than another moment this one is; it stops at the largest numbers.
    public func microseconds(since other: RuleTime) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
        return overflow ? (microseconds < other.microseconds ? .min : .max) : difference
    }
}

/// A length of time up to now in which donations count, in whole microseconds, never negative.
public struct RuleWindow: Hashable, Sendable {
    /// The length in microseconds.
    public let microseconds: Int64

    /// Makes a window of its length in microseconds; a negative length counts as none.
    public init(microseconds: Int64) { self.microseconds = max(microseconds, 0) }

    /// So many minutes (T60); as long as there is when they do not fit.
    public static func minutes(_ count: Int) -> RuleWindow { RuleWindow(count, of: 60_000_000) }
    /// So many hours (T60).
    public static func hours(_ count: Int) -> RuleWindow { RuleWindow(count, of: 3_600_000_000) }
    /// So many days of 24 hours (T60).
    public static func days(_ count: Int) -> RuleWindow { RuleWindow(count, of: 86_400_000_000) }
    /// So many weeks of seven days (T60).
    public static func weeks(_ count: Int) -> RuleWindow { RuleWindow(count, of: 604_800_000_000) }

    private init(_ count: Int, of unit: Int64) {
        let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
        self.init(microseconds: overflow ? (count < 0 ? 0 : .max) : product)
    }

    /// The first moment that lies in the window which ends now.
    func start(at now: RuleTime) -> RuleTime {
        now.advanced(byMicroseconds: -microseconds)
    }

    /// The first moment at which something of a time is no longer in the window; `nil` when that never comes.
    func leaving(_ time: RuleTime) -> RuleTime? {
        let (last, overflow) = time.microseconds.addingReportingOverflow(microseconds)
        return overflow || last == .max ? nil : RuleTime(microseconds: last + 1)
    }
}
