public import Attendance
import Cryptography
import Essentials
import JSON

/// The totals of a month, and the rules that made them.
public struct RuledTotals: Hashable, Sendable {
    /// What the rules are called.
    public let rules: String
    /// The version of the rules: a digest of all that the totals depend on.
    public let version: String
    /// The totals.
    public let totals: WorkTotals

    init(
        of month: CalendarMonth, _ days: [WorkDay], waiving waived: Set<CalendarDate>, by rules: WorkRules,
        startingDays starts: DayStarts
    ) {
        self.rules = rules.name
        version = rules.version(
            startingDays: starts.versions(on: WorkTotals.firstDay(for: month, by: rules)..<month.end))
        totals = WorkTotals(of: month, days, waiving: waived, by: rules)
    }

    private init(rules: String, version: String, totals: WorkTotals) {
        self.rules = rules
        self.version = version
        self.totals = totals
    }
}

extension WorkRules {
    /// A digest of all that the totals depend on: the same rules have the same version everywhere.
    ///
    /// - Parameter starts: When days begin at the place, on the dates that count.
    /// - Returns: Twelve hexadecimal digits.
    public func version(startingDays starts: [DayStarts.Version] = DayStarts.standard.versions) -> String {
        let hours = starts.map { ($0.from.map { "\($0)=" } ?? "") + String($0.hour) }
        let isUsual = starts == DayStarts.standard.versions
        let text = isUsual ? canonicalText : "\(canonicalText)|\(hours.joined(separator: ","))"
        return Hexadecimal.encode(SHA256.digest(of: Array(text.utf8)).prefix(6))
    }
}

extension RuledTotals {
    /// Writes the totals as a closed month keeps them.
    func writeStored(to json: inout JSONWriter) {
        json.object { json in
            json.member("rules", rules)
            json.member("version", version)
            json.member("rounding", totals.rounding.rawValue)
            json.member("overtimeOfWeeks", totals.overtimeOfWeeks)
            json.member("overtimeOfMonth", totals.overtimeOfMonth)
            json.member("days") { json in
                json.array { json in
                    for day in totals.days where day.elapsed > 0 || day.punchedBreaks > 0 || day.isBreakWaived
                    {
                        json.object { json in
                            json.member("date", day.date.description)
                            json.member("elapsed", day.elapsed)
                            json.member("breaks", day.punchedBreaks)
                            json.member("automatic", day.automaticBreak)
                            json.member("work", day.work)
                            json.member("night", day.night)
                            json.member("overtime", day.overtime)
                            json.member("rounded", day.rounded)
                            json.member("waived", day.isBreakWaived)
                        }
                    }
                }
            }
        }
    }

    /// Reads kept totals; `nil` for any other text.
    init?(stored reader: JSONReader, of month: CalendarMonth) {
        let number = Int64(0)...Int64.max
        let rules = reader["rules"].string()
        let version = reader["version"].string()
        let rounding = reader["rounding"].word(of: WorkRules.Rounding.allCases)
        let ofWeeks = reader["overtimeOfWeeks"].integer(in: number)
        let ofMonth = reader["overtimeOfMonth"].integer(in: number)
        let days = reader["days"].array { day -> DayTotals? in
            let date = day["date"].text(as: { CalendarDate($0) }, "must be a date")
            let names = ["elapsed", "breaks", "automatic", "work", "night", "overtime", "rounded"]
            let numbers = names.compactMap { day[$0].integer(in: number).map { Int($0) } }
            guard let date, numbers.count == names.count, let isWaived = day["waived"].boolean() else {
                return nil
            }
            return DayTotals(
                date: date, elapsed: numbers[0], punchedBreaks: numbers[1], automaticBreak: numbers[2],
                work: numbers[3], night: numbers[4], overtime: numbers[5], rounded: numbers[6],
                isBreakWaived: isWaived)
        }
        guard let rules, let version, let rounding, let ofWeeks, let ofMonth, let days else { return nil }
        self.init(
            rules: rules, version: version,
            totals: WorkTotals(
                kept: days, of: month, overtimeOfWeeks: Int(ofWeeks), overtimeOfMonth: Int(ofMonth),
                rounding: rounding))
    }
}
