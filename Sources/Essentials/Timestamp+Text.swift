extension Timestamp: LosslessStringConvertible {
    /// Reads a date-time of RFC 3339, such as `2026-11-21T12:00:00.250+09:00`.
    ///
    /// A fraction may have up to nine digits; digits below a millisecond are cut off. Leap seconds are
    /// refused, because timestamps do not have them.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let date = CalendarDate(String(text.prefix(10))),
            bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let hour = Int(decimalDigits: bytes[11..<13]), let minute = Int(decimalDigits: bytes[14..<16]),
            let second = Int(decimalDigits: bytes[17..<19]), hour < 24, minute < 60, second < 60,
            let (milliseconds, zoneStart) = Self.fraction(bytes[19...]),
            let offset = Self.offsetMinutes(bytes[zoneStart...])
        else { return nil }
        let minutes = (date.daysSinceEpoch * 24 + hour) * 60 + minute - offset
        self.init(millisecondsSinceEpoch: Int64((minutes * 60 + second) * 1_000 + milliseconds))
    }

    private static func fraction(_ bytes: ArraySlice<UInt8>) -> (milliseconds: Int, end: Int)? {
        guard bytes.first == UInt8(ascii: ".") else { return (0, bytes.startIndex) }
        let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count <= 9, let value = Int(decimalDigits: digits.prefix(3)) else { return nil }
        let scale = [1: 100, 2: 10, 3: 1][min(digits.count, 3), default: 1]
        return (value * scale, digits.endIndex)
    }

    private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return nil }
        let start = bytes.startIndex
        if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        guard bytes.count == 6, bytes[start + 3] == UInt8(ascii: ":"),
            let hours = Int(decimalDigits: bytes[start + 1..<start + 3]), hours < 24,
            let minutes = Int(decimalDigits: bytes[start + 4..<start + 6]), minutes < 60
        else { return nil }
        switch sign {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    /// The instant in UTC with milliseconds as RFC 3339 writes it: `2026-11-21T03:00:00.250Z`.
    public var description: String {
        let millisecondsOfDay = Int(millisecondsSinceEpoch.modulo(86_400_000))
        let days = (Int(millisecondsSinceEpoch) - millisecondsOfDay) / 86_400_000
        let (year, month, day) = CalendarDate(daysSinceEpoch: days).parts
        guard (0...9_999).contains(year) else { return "\(millisecondsSinceEpoch) ms" }
        return String(unsafeUninitializedCapacity: 24) { text in
            var rest = millisecondsOfDay
            Self.write(year, digits: 4, then: "-", to: text, at: 0)
            Self.write(month, digits: 2, then: "-", to: text, at: 5)
            Self.write(day, digits: 2, then: "T", to: text, at: 8)
            Self.write(rest / 3_600_000, digits: 2, then: ":", to: text, at: 11)
            rest %= 3_600_000
            Self.write(rest / 60_000, digits: 2, then: ":", to: text, at: 14)
            rest %= 60_000
            Self.write(rest / 1_000, digits: 2, then: ".", to: text, at: 17)
            Self.write(rest % 1_000, digits: 3, then: "Z", to: text, at: 20)
            return 24
        }
    }

    private static func write(
        _ value: Int, digits: Int, then mark: Unicode.Scalar, to text: UnsafeMutableBufferPointer<UInt8>,
        at start: Int
    ) {
        var rest = value
        for index in (start..<start + digits).reversed() {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        text[start + digits] = UInt8(ascii: mark)
    }
}

extension Int64 {
    /// The remainder that is never negative.
    func modulo(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
