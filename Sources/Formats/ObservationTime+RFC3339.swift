public import Observations

extension ObservationTime {
    /// Parses a date-time of RFC 3339, such as `2026-11-21T12:00:00.250+09:00`.
    ///
    /// A fraction may have up to nine digits; fractions of a microsecond are cut off. Leap seconds are
    /// refused, because this time line has none.
    public init?(rfc3339 text: some StringProtocol) {
        self.init(rfc3339: Array(text.utf8)[...])
    }

    init?(rfc3339 bytes: ArraySlice<UInt8>) {
        var digits = DigitReader(rest: bytes)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.skip("T") || digits.skip("t"),
            let date = CivilDate(year: year, month: month, day: day),
            let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2), digits.skip(":"),
            let second = digits.number(2), hour < 24, minute < 60, second < 60,
            let fraction = digits.fraction(), let offset = digits.offsetMinutes(), digits.rest.isEmpty
        else { return nil }
        let minutes = (date.daysSinceEpoch * 24 + hour) * 60 + minute - offset
        self.init(microseconds: Int64((minutes * 60 + second) * 1_000_000 + fraction))
    }

    /// The time in UTC with microseconds, in the format of RFC 3339: `2026-11-21T03:00:00.250000Z`.
    ///
    /// RFC 3339 has no years outside 0 to 9999; such years are written with as many digits as they need.
    public var rfc3339: String {
        let day: Int64 = 86_400_000_000
        let remainder = microseconds % day
        let ofDay = remainder < 0 ? remainder + day : remainder
        let date = CivilDate(daysSinceEpoch: Int(microseconds / day) - (remainder < 0 ? 1 : 0))
        let seconds = ofDay / 1_000_000
        return date.description + "T" + padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(ofDay % 1_000_000, 6) + "Z"
    }
}

/// Reads the parts of a date-time from left to right.
private struct DigitReader {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        rest.removeFirst(count)
        return value
    }

    /// Microseconds; 0 without a fraction, `nil` for a fraction with no digit or more than nine.
    mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix { Self.digit($0) != nil }
        guard (1...9).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        let kept = digits.prefix(6).reduce(0) { $0 * 10 + (Self.digit($1) ?? 0) }
        return repeatElement(10, count: max(0, 6 - digits.count)).reduce(kept, *)
    }

    mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("-") ? -1 : skip("+") ? 1 : 0
        guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
