import Essentials

/// The public holidays of countries and their regions, which the program knows for some years ahead.
enum HolidayCalendar {
    /// Returns the public holidays of a region.
    ///
    /// - Parameter region: A country such as `JP`, or a region of one such as `DE-BE`, by ISO 3166.
    /// - Returns: The dates of all years of the table; `nil` when it has no such region.
    /// - Complexity: O(*n*) in the length of the table.
    static func holidays(of region: String) -> Set<CalendarDate>? {
        guard let days = days(of: region) else { return nil }
        let country = region.prefix { $0 != "-" }
        return dates(days == "=" ? self.days(of: String(country)) ?? "" : days)
    }

    private static func days(of region: String) -> Substring? {
        for line in table.split(separator: "\n") {
            let (names, days) = line.split(at: " ")
            if names.split(separator: ",").contains(where: { $0 == region }) { return days }
        }
        return nil
    }

    private static func dates(_ days: Substring) -> Set<CalendarDate> {
        var dates: Set<CalendarDate> = []
        for part in days.split(separator: " ") {
            let (year, days) = part.split(at: ":")
            if days.isEmpty {
                dates.formUnion(years.compactMap { date(part, in: $0) })
            } else if let year = Int(year) {
                dates.formUnion(days.split(separator: ",").compactMap { date($0, in: 2_000 + year) })
            }
        }
        return dates
    }

    private static func date(_ day: Substring, in year: Int) -> CalendarDate? {
        guard let month = Int(day.prefix(2)), let number = Int(day.dropFirst(2)) else { return nil }
        return CalendarDate(year: year, month: month, day: number)
    }
}

extension Substring {
    /// What stands before a character, and what after it; the second part is empty without the character.
    fileprivate func split(at separator: Character) -> (Substring, Substring) {
        guard let index = firstIndex(of: separator) else { return (self, "") }
        return (self[..<index], self[self.index(after: index)...])
    }
}
