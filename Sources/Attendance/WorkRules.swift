public import Essentials

/// By which rules the times of people become the totals that payroll takes.
///
/// The rules are a view: they change no record, and the totals are always beside the elapsed time. A closed month keeps the totals
/// of the rules that were in force when it was closed.
public struct WorkRules: Hashable, Sendable {
    /// From which length of work on a day a break must have been taken, and how long it is.
    public struct AutomaticBreak: Hashable, Sendable {
        /// The work after which it is due, in seconds.
        public let after: Int
        /// How long the breaks of the day are at least, in seconds.
        public let length: Int

        /// Makes a rule.
        public init(after: Int, length: Int) {
            self.after = after
            self.length = length
        }
    }

    /// For which day a shift counts that touches two.
    public enum Attribution: String, Hashable, Sendable, CaseIterable {
        /// The day on which it begins.
        case startDay = "start-day"
        /// The day on which it ends.
        case endDay = "end-day"
        /// Both, each with its part.
        case midnight
        /// The day of its larger part; the first one of two equal parts.
        case largerPart = "larger-part"
    }

    /// How totals are rounded for payroll.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// They are not.
        case none
        /// The work of each day, to the nearest quarter of an hour.
        case dayQuarterHour = "day-quarter-hour"
        /// The work of each day, cut off to full quarters of an hour.
        case dayQuarterHourDown = "day-quarter-hour-down"
        /// Overtime and night hours of a month, to full hours: less than 30 minutes are cut off, the others are rounded up.
        case monthHour = "month-hour"
    }

    /// What the rules are called.
    public let name: String
    /// The breaks that are deducted where they were not taken; a later one includes the earlier ones.
    public let automaticBreaks: [AutomaticBreak]
    /// Whether punched breaks are paid, and count as work.
    public let paysBreaks: Bool
    /// The work of a day beyond which it is overtime, in seconds; `nil` without such a limit.
    public let dailyLimit: Int?
    /// The work of a week beyond which it is overtime, in seconds; `nil` without such a limit.
    public let weeklyLimit: Int?
    /// The work of a month beyond which it is overtime, in seconds; `nil` without such a limit.
    public let monthlyLimit: Int?
    /// The minutes of the wall clock between which night work is; a range over midnight ends above 1,440.
    public let night: Range<Int>
    /// For which day a shift counts.
    public let attribution: Attribution
    /// How totals are rounded.
    public let rounding: Rounding
    /// With how many days after Monday a week begins.
    public let firstWeekday: Int

    /// Night work from 22:00 to 05:00.
    public static let standardNight = 1_320..<1_740

    /// Makes rules from their parts.
    public init(
        name: String, automaticBreaks: [AutomaticBreak] = [], paysBreaks: Bool = false,
        dailyLimit: Int? = nil,
        weeklyLimit: Int? = nil, monthlyLimit: Int? = nil, night: Range<Int> = standardNight,
        attribution: Attribution = .startDay, rounding: Rounding = .none, firstWeekday: Int = 0
    ) {
        self.name = name
        self.automaticBreaks = automaticBreaks.sorted { $0.after < $1.after }
        self.paysBreaks = paysBreaks
        self.dailyLimit = dailyLimit
        self.weeklyLimit = weeklyLimit
        self.monthlyLimit = monthlyLimit
        self.night = night
        self.attribution = attribution
        self.rounding = rounding
        self.firstWeekday = firstWeekday
    }

    /// Everything that the totals depend on, as one text; its digest is the version of the rules.
    public var canonicalText: String {
        let breaks = automaticBreaks.map { "\($0.after)+\($0.length)" }.joined(separator: " ")
        let limits = [dailyLimit, weeklyLimit, monthlyLimit].map { $0.map(String.init) ?? "-" }.joined(
            separator: " ")
        return
            "1|\(breaks)|\(paysBreaks)|\(limits)|\(night.lowerBound)-\(night.upperBound)|\(attribution.rawValue)|\(rounding.rawValue)|\(firstWeekday)"
    }

    /// The first day of the week of a date.
    public func startOfWeek(of date: CalendarDate) -> CalendarDate {
        // 1970-01-01 was a Thursday, three days after a Monday.
        let behind = (date.daysSinceEpoch + 3 - firstWeekday) % 7
        return date.advanced(byDays: -(behind < 0 ? behind + 7 : behind))
    }

    /// The break that is due after an amount of work, beyond what was taken.
    ///
    /// It takes at most what lies beyond the work after which it is due, so that a minute more of work never counts less.
    ///
    /// - Parameters:
    ///   - work: The work of a day, in seconds.
    ///   - taken: The breaks of the day, in seconds.
    /// - Returns: What is deducted, in seconds.
    func automaticBreak(work: Int, taken: Int) -> Int {
        automaticBreaks.map { min($0.length - taken, work - $0.after) }.max().map { max(0, $0) } ?? 0
    }
}
