import JSON
public import TipRules

// Moments as people write them: `2026-11-22` (the first moment of that day in UTC), or
// `2026-11-22T08:00:00Z`.
extension RuleTime {
    /// Reads a moment of a text such as `2026-11-22` or `2026-11-22T08:00:00Z`; `nil` for anything else.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || bytes.count == 20 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        func has(_ mark: Character, at place: Int) -> Bool { bytes[place] == mark.asciiValue }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), has("-", at: 4),
            has("-", at: 7), let days = Self.days(year: year, month: month, day: day)
        else { return nil }
        var seconds: Int64 = 0
        if bytes.count == 20 {
            guard has("T", at: 10), has(":", at: 13), has(":", at: 16), has("Z", at: 19),
                let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
                hour < 24, minute < 60, second < 60
            else { return nil }
            seconds = (hour * 60 + minute) * 60 + second
        }
        self.init(microseconds: (days * 86_400 + seconds) * 1_000_000)
    }

    /// The moment as a text such as `2026-11-22T08:00:00Z`; `nil` unless it is a whole second of the years 0
    /// to 9999.
    public var text: String? {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest == 0, (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
        let days = (seconds + 62_167_219_200) / 86_400 - 719_528
        let inDay = seconds - days * 86_400
        let (year, month, day) = Self.date(days: days)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let digits = "\(year)"
        return String(repeating: "0", count: 4 - digits.count) + digits + "-\(two(month))-\(two(day))"
            + "T\(two(inDay / 3_600)):\(two(inDay / 60 % 60)):\(two(inDay % 60))Z"
    }

    /// Reads a moment from JSON: a text, or microseconds since 1970; `nil` after a mistake, which the reader has noted.
    init?(_ reader: JSONReader) {
        guard let value = reader.value() else { return nil }
        if case .integer(let microseconds) = value {
            self.init(microseconds: microseconds)
            return
        }
        let time = reader.text(as: { RuleTime(text: $0) }, "must be a moment such as 2026-11-22T08:00:00Z")
        guard let time else { return nil }
        self = time
    }

    /// The number of a day, counted from 1970-01-01, by the Gregorian calendar; `nil` when there is no such day.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        // Years begin in March here, so that the leap day is the last day of a year.
        let shifted = month > 2 ? year : year - 1
        let days =
            365 * shifted + floor(shifted, 4) - floor(shifted, 100) + floor(shifted, 400)
            + (153 * ((month + 9) % 12) + 2) / 5 + day - 1 - 719_468
        let found = date(days: days)
        return found == (year, month, day) ? days : nil
    }

    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            yearOfEra + era * 400 + (month > 9 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}
