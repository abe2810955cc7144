/// A moment of calendar time in whole microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct RuleTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// Makes a moment of its microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Orders moments by time.
    public static func < (left: RuleTime, right: RuleTime) -> Bool { left.microseconds < right.microseconds }

    /// The moment a number of microseconds later, clamped to the range of the type.
    public func advanced(byMicroseconds microseconds: Int64) -> RuleTime {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
        return RuleTime(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
    }

    /// How many microseconds later than another moment this one is, clamped to the range of the type.
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

    /// A window of a number of minutes (T60); the longest window when they do not fit.
    public static func minutes(_ count: Int) -> RuleWindow { RuleWindow(count, of: 60_000_000) }
    /// A window of a number of hours (T60).
    public static func hours(_ count: Int) -> RuleWindow { RuleWindow(count, of: 3_600_000_000) }
    /// A window of a number of days of 24 hours (T60).
    public static func days(_ count: Int) -> RuleWindow { RuleWindow(count, of: 86_400_000_000) }
    /// A window of a number of weeks of seven days (T60).
    public static func weeks(_ count: Int) -> RuleWindow { RuleWindow(count, of: 604_800_000_000) }

    private init(_ count: Int, of unit: Int64) {
        // Checking for an overflow in the usual way takes 128-bit products, which are large code in a page.
        self.init(microseconds: count < 0 ? 0 : Int64(count) > .max / unit ? .max : Int64(count) * unit)
    }

    /// The first moment that lies in the window which ends now.
    func start(at now: RuleTime) -> RuleTime {
        now.advanced(byMicroseconds: -microseconds)
    }

    /// The first moment at which a donation of this time is no longer in the window; `nil` for never.
    func leaving(_ time: RuleTime) -> RuleTime? {
        let (last, overflow) = time.microseconds.addingReportingOverflow(microseconds)
        return overflow || last == .max ? nil : RuleTime(microseconds: last + 1)
    }
}
