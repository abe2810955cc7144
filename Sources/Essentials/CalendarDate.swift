/// A day of the Gregorian calendar, without a zone.
///
/// The arithmetic is that of Howard Hinnant's "chrono-compatible low-level date algorithms".
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let daysSinceEpoch: Int

    /// Makes the day a number of days after 1970-01-01.
    public init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

    /// Makes a day of its parts, or `nil` when the month has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shiftedYear = month > 2 ? year : year - 1
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSinceEpoch: era * 146_097 + dayOfEra - 719_468)
        guard parts == (year, month, day) else { return nil }
    }

    /// The year, the month from 1 to 12, and the day of the month from 1.
    public var parts: (year: Int, month: Int, day: Int) {
        let days = daysSinceEpoch + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day of the week.
    public var weekday: Weekday { Weekday.allCases[weekdayIndex] }

    /// The number of the day of the week, from 0 for Monday to 6 for Sunday.
    package var weekdayIndex: Int {
        // 1970-01-01 was a Thursday, three days after a Monday.
        let index = (daysSinceEpoch + 3) % 7
        return index < 0 ? index + 7 : index
    }

    /// Returns the day a number of days later.
    public func advanced(byDays days: Int) -> CalendarDate {
        CalendarDate(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// Orders days by time.
    public static func < (left: Self, right: Self) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }
}

extension CalendarDate: LosslessStringConvertible {
    /// Reads a day as ISO 8601 writes it: `2026-11-21`.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            let year = Int(decimalDigits: digits[0..<4]), let month = Int(decimalDigits: digits[5..<7]),
            let day = Int(decimalDigits: digits[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as ISO 8601 writes it: `2026-11-21`.
    public var description: String {
        let (year, month, day) = parts
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

/// The days of the week, Monday first as in ISO 8601.
public enum Weekday: String, Hashable, Sendable, CaseIterable {
    /// Monday.
    case monday
    /// Tuesday.
    case tuesday
    /// Wednesday.
    case wednesday
    /// Thursday.
    case thursday
    /// Friday.
    case friday
    /// Saturday.
    case saturday
    /// Sunday.
    case sunday
}
