/// Reads dates of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
///
/// The two obsolete notations of the standard are not read.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The seconds since 1970-01-01T00:00:00Z; `nil` for another text.
    static func secondsSinceEpoch(_ text: String) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, text.utf8.count == 29, words[5] == "GMT",
            days.contains(where: { $0 + "," == words[0] }),
            let day = number(words[1], 1...31, digits: 2),
            let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], 1970...9999, digits: 4)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23, digits: 2),
            let minute = number(clock[1], 0...59, digits: 2), let second = number(clock[2], 0...60, digits: 2)
        else { return nil }
        return Int64(((dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static func number(_ word: Substring, _ range: ClosedRange<Int>, digits: Int) -> Int? {
        guard word.utf8.count == digits, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(word).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The days from 1970-01-01 to a date; months are counted from 0, and years begin in March, behind the leap day.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        return 365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear
            - 719_468
    }
}
