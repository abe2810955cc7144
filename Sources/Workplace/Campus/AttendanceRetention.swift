public import Essentials
import JSON

/// How long the records of attendance of a place are kept; the campus file says so, and without it they are kept for good.
///
/// Two clocks run: one from the last entry of a month, one from the day on which it was paid. The later one counts.
public struct AttendanceRetention: Hashable, Sendable {
    /// What the law of a country demands at least.
    public struct Country: Hashable, Sendable {
        /// The name in campus files.
        public let id: String
        /// How many years records are kept at least.
        public let floor: Int
        /// How many years they are kept where the campus file does not say more.
        public let standard: Int
        /// The pages on which it was read, on 2026-11-27.
        public let sources: [String]

        /// Finds a country.
        public init?(_ id: String) {
            guard let country = Self.all.first(where: { $0.id == id }) else { return nil }
            self = country
        }

        private init(_ id: String, floor: Int, standard: Int, _ sources: [String]) {
            self.id = id
            self.floor = floor
            self.standard = standard
            self.sources = sources
        }

        /// The countries, in the order of their names.
        public static let all = [
            Country(
                "france", floor: 5, standard: 5,
                [
                    "http://www.lefrancois-avocat.com/actualites/droit-social/en-cas-litige-employeur-doit-pouvoir-justifier-heures-ses-salaries-durant-ans/245"
                ]),
            Country(
                "japan", floor: 3, standard: 5,
                ["https://ngswsr.com/rouki/kirokuhozon", "https://sr-kirin.jp/news/"]),
        ]
    }

    /// The country whose floor holds; `nil` where no source was read, so that five years are the floor.
    public let country: Country?
    /// How many years records are kept.
    public let years: Int
    /// On which day of the month wages are paid; the last one of a shorter month.
    public let payday: Int
    /// How many months after the month of work they are paid.
    public let paidAfterMonths: Int

    /// The floor where the country is not known.
    public static let unknownFloor = 5

    /// Reads how long records are kept, and notes what is below the floor.
    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["country", "years", "payday", "paidAfterMonths"])
        let known = Country.all.map(\.id).joined(separator: ", ")
        let country = reader["country"].optional.map {
            $0.text(as: { Country($0) }, "must be a country that is known: \(known)")
        }
        let years = reader["years"].optional.map { $0.integer(in: 1...100) }
        let payday = reader["payday"].integer(in: 1...31)
        let after = reader["paidAfterMonths"].optional.map { $0.integer(in: 0...3) } ?? 1
        guard country != .some(nil), years != .some(nil), let payday, let after else { return nil }
        let found = country ?? nil
        let floor = found?.floor ?? Self.unknownFloor
        let wanted = (years ?? nil) ?? found?.standard ?? Self.unknownFloor
        guard wanted >= floor else {
            reader["years"].note(.value, "must be at least \(floor)")
            return nil
        }
        self.country = found
        self.years = wanted
        self.payday = payday
        paidAfterMonths = after
    }

    /// The day on which the work of a month is paid.
    public func payday(of month: CalendarMonth) -> CalendarDate {
        var paid = month
        for _ in 0..<paidAfterMonths { paid = CalendarMonth(of: paid.end) }
        let last = paid.end.advanced(byDays: -1)
        return min(last, paid.first.advanced(byDays: payday - 1))
    }

    /// The last day on which a month is kept.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - entry: The day of its last entry.
    /// - Returns: The day.
    public func lastDay(of month: CalendarMonth, lastEntry entry: CalendarDate) -> CalendarDate {
        let (year, monthNumber, day) = max(entry, payday(of: month)).parts
        let digits = String(year + years)
        let text = "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        let two = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
        // A leap day ends with February.
        return CalendarDate("\(text)-\(two(monthNumber))-\(two(day))")
            ?? CalendarDate("\(text)-\(two(monthNumber))-28") ?? entry
    }
}
