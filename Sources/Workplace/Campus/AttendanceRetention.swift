public import Essentials
import JSON

/// The rule in the campus file for how long a place keeps records of attendance; without a rule, they are kept forever.
///
/// The period begins on the day of a month's last entry or on the day on which its work is paid, whichever is later.
public struct AttendanceRetention: Hashable, Sendable {
    /// The minimum that a country's law demands.
    public struct Country: Hashable, Sendable {
        /// The name in campus files.
        public let id: String
        /// The least number of years.
        public let floor: Int
        /// The number of years when the campus file has none.
        public let standard: Int
        /// The pages that state the minimum, as read on 2026-11-27.
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

    /// The country whose minimum applies; `nil` applies ``unknownFloor``.
    public let country: Country?
    /// How many years records are kept.
    public let years: Int
    /// The day of the month on which wages are paid; the last day of a shorter month.
    public let payday: Int
    /// The number of months between the work and the payment.
    public let paidAfterMonths: Int

    /// The minimum when no country is given.
    public static let unknownFloor = 5

    /// The least number of years of any rule.
    static let leastFloor = Country.all.map(\.floor).reduce(unknownFloor, min)

    /// Reads a rule, and refuses a number of years below the minimum.
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
        Self.day(years, after: max(entry, payday(of: month)))
    }

    /// The same day some years later; a period from 29 February ends on 28 February of a common year.
    static func day(_ years: Int, after date: CalendarDate) -> CalendarDate {
        let (year, month, day) = date.parts
        return CalendarDate(year: year + years, month: month, day: day)
            ?? CalendarDate(year: year + years, month: month, day: 28) ?? date
    }
}
