/// A month of the Gregorian calendar, without a zone.
public struct CalendarMonth: Hashable, Sendable {
    /// The first day.
    public let first: CalendarDate

    /// The month of a day.
    public init(of date: CalendarDate) { first = date.advanced(byDays: 1 - date.parts.day) }

    /// The first day of the next month.
    public var end: CalendarDate { Self(of: first.advanced(byDays: 31)).first }
    /// The days of the month.
    public var days: Range<CalendarDate> { first..<end }
}

extension CalendarMonth: Comparable {
    /// Whether a month is before another one.
    public static func < (month: CalendarMonth, other: CalendarMonth) -> Bool { month.first < other.first }
}

extension CalendarMonth: LosslessStringConvertible {
    /// Reads a month as ISO 8601 writes it: `2026-11`.
    public init?(_ text: String) {
        guard let first = CalendarDate(text + "-01") else { return nil }
        self.init(of: first)
    }

    /// The month as ISO 8601 writes it: `2026-11`.
    public var description: String { String(first.description.dropLast(3)) }
}
