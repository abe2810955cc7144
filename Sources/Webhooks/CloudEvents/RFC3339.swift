/// Checks times by RFC 3339, such as `2026-11-24T19:30:00.5+01:00`.
enum RFC3339 {
    static func isTime(_ text: String) -> Bool {
        var rest = text[...]
        guard let year = number(&rest, digits: 4), take(&rest, "-"), let month = number(&rest, digits: 2),
            take(&rest, "-"), let day = number(&rest, digits: 2), take(&rest, "Tt"),
            let hour = number(&rest, digits: 2), take(&rest, ":"), let minute = number(&rest, digits: 2),
            take(&rest, ":"), let second = number(&rest, digits: 2)
        else { return false }
        guard (1...12).contains(month), (1...days(year, month)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return false }
        if take(&rest, ".") {
            let fraction = rest.prefix { $0.isASCII && $0.isWholeNumber }
            guard !fraction.isEmpty else { return false }
            rest = rest[fraction.endIndex...]
        }
        return isOffset(rest)
    }

    private static func isOffset(_ text: Substring) -> Bool {
        var rest = text
        if take(&rest, "Zz") { return rest.isEmpty }
        guard take(&rest, "+-"), let hour = number(&rest, digits: 2), take(&rest, ":"),
            let minute = number(&rest, digits: 2)
        else { return false }
        return hour < 24 && minute < 60 && rest.isEmpty
    }

    private static func take(_ text: inout Substring, _ characters: String) -> Bool {
        guard let first = text.first, characters.contains(first) else { return false }
        text.removeFirst()
        return true
    }

    private static func number(_ text: inout Substring, digits: Int) -> Int? {
        let digitsOfText = text.prefix(digits)
        guard digitsOfText.utf8.count == digits,
            digitsOfText.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        text = text[digitsOfText.endIndex...]
        return Int(digitsOfText)
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
