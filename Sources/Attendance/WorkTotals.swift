public import Essentials

/// What rules make of a day, in seconds.
///
/// ``work`` is the sum of the regular time and ``overtime``; every total of weeks and months is a sum of days.
public struct DayTotals: Hashable, Sendable {
    /// The day.
    public let date: CalendarDate
    /// The elapsed time of work, before any rule.
    public fileprivate(set) var elapsed = 0
    /// The breaks that were punched.
    public fileprivate(set) var punchedBreaks = 0
    /// What was deducted by rule because no break was punched.
    public fileprivate(set) var automaticBreak = 0
    /// Whether somebody decided that no break is deducted.
    public fileprivate(set) var isBreakWaived = false
    /// What counts as work.
    public fileprivate(set) var work = 0
    /// What of it lies within the night.
    public fileprivate(set) var night = 0
    /// What of the work is beyond the limit of a day.
    public fileprivate(set) var overtime = 0
    /// What counts as work, as the rules round it.
    public fileprivate(set) var rounded = 0

    fileprivate init(date: CalendarDate) { self.date = date }

    /// Makes the totals of a day from what a closed month keeps.
    public init(
        date: CalendarDate, elapsed: Int, punchedBreaks: Int, automaticBreak: Int, work: Int, night: Int,
        overtime: Int, rounded: Int, isBreakWaived: Bool
    ) {
        self.date = date
        self.elapsed = elapsed
        self.punchedBreaks = punchedBreaks
        self.automaticBreak = automaticBreak
        self.work = work
        self.night = night
        self.overtime = overtime
        self.rounded = rounded
        self.isBreakWaived = isBreakWaived
    }
}

/// What rules make of a month, in seconds.
public struct WorkTotals: Hashable, Sendable {
    /// The days of the month, in order.
    public let days: [DayTotals]
    /// Work beyond the limit of a week that is no overtime of a day, of the weeks that end in the month.
    public let overtimeOfWeeks: Int
    /// Work beyond the limit of the month that is no other overtime.
    public let overtimeOfMonth: Int
    /// The rules' rounding.
    public let rounding: WorkRules.Rounding

    /// The elapsed time of work, before any rule.
    public var elapsed: Int { days.reduce(0) { $0 + $1.elapsed } }
    /// The breaks that were punched.
    public var punchedBreaks: Int { days.reduce(0) { $0 + $1.punchedBreaks } }
    /// What was deducted by rule.
    public var automaticBreaks: Int { days.reduce(0) { $0 + $1.automaticBreak } }
    /// What counts as work.
    public var work: Int { days.reduce(0) { $0 + $1.work } }
    /// Work beyond the limits of days.
    public var overtimeOfDays: Int { days.reduce(0) { $0 + $1.overtime } }
    /// All overtime.
    public var overtime: Int { overtimeOfDays + overtimeOfWeeks + overtimeOfMonth }
    /// Work within the night.
    public var night: Int { days.reduce(0) { $0 + $1.night } }

    /// What counts as work, as the rules round it.
    public var roundedWork: Int { days.reduce(0) { $0 + $1.rounded } }
    /// All overtime, as the rules round it.
    public var roundedOvertime: Int { rounding == .monthHour ? overtime.toHour : overtime }
    /// Night work, as the rules round it.
    public var roundedNight: Int { rounding == .monthHour ? night.toHour : night }

    /// Totals of a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - days: The person's days from ``firstDay(for:by:)`` to the day after the month.
    ///   - waived: The days on which no break is deducted.
    ///   - rules: The rules.
    /// - Complexity: O(*n*) for *n* days and their stretches.
    public init(
        of month: CalendarMonth, _ days: [WorkDay], waiving waived: Set<CalendarDate> = [],
        by rules: WorkRules
    ) {
        var totals: [CalendarDate: DayTotals] = [:]
        for part in days.flatMap({ $0.shifts }).flatMap({ rules.parts(of: $0) }) {
            var day = totals[part.date] ?? DayTotals(date: part.date)
            let seconds = Int(part.end - part.start)
            if part.isBreak { day.punchedBreaks += seconds } else { day.elapsed += seconds }
            if !part.isBreak || rules.paysBreaks { day.night += rules.nightSeconds(of: part) }
            totals[part.date] = day
        }
        for (date, day) in totals {
            var day = day
            day.isBreakWaived = waived.contains(date)
            day.automaticBreak =
                day.isBreakWaived ? 0 : rules.automaticBreak(work: day.elapsed, taken: day.punchedBreaks)
            day.work = day.elapsed + (rules.paysBreaks ? day.punchedBreaks : 0) - day.automaticBreak
            day.overtime = rules.dailyLimit.map { max(0, day.work - $0) } ?? 0
            day.rounded = rules.rounded(day.work)
            totals[date] = day
        }
        let first = month.first.daysSinceEpoch, end = month.end.daysSinceEpoch
        self.days = (first..<end).map { number in
            let date = CalendarDate(daysSinceEpoch: number)
            return totals[date] ?? DayTotals(date: date)
        }
        rounding = rules.rounding
        // A week belongs to the month in which it ends, so that each is paid once.
        var overtimeOfWeeks = 0
        var start = rules.startOfWeek(of: month.first)
        while let limit = rules.weeklyLimit, start.advanced(byDays: 6) < month.end {
            let week = (0..<7).compactMap { totals[start.advanced(byDays: $0)] }
            overtimeOfWeeks += max(0, week.reduce(0) { $0 + $1.work - $1.overtime } - limit)
            start = start.advanced(byDays: 7)
        }
        self.overtimeOfWeeks = overtimeOfWeeks
        let others = self.days.reduce(0) { $0 + $1.work - $1.overtime } - overtimeOfWeeks
        overtimeOfMonth = rules.monthlyLimit.map { max(0, others - $0) } ?? 0
    }

    /// Makes the totals of a closed month from what it keeps; a day that is not among them has none.
    public init(
        kept: [DayTotals], of month: CalendarMonth, overtimeOfWeeks: Int, overtimeOfMonth: Int,
        rounding: WorkRules.Rounding
    ) {
        let known = Dictionary(kept.map { ($0.date, $0) }) { first, _ in first }
        days = (month.first.daysSinceEpoch..<month.end.daysSinceEpoch).map { number in
            let date = CalendarDate(daysSinceEpoch: number)
            return known[date] ?? DayTotals(date: date)
        }
        self.overtimeOfWeeks = overtimeOfWeeks
        self.overtimeOfMonth = overtimeOfMonth
        self.rounding = rounding
    }

    /// The first day that the totals of a month depend on.
    public static func firstDay(for month: CalendarMonth, by rules: WorkRules) -> CalendarDate {
        rules.startOfWeek(of: month.first).advanced(byDays: -1)
    }
}

/// A stretch, or the part of one that counts for a day; times are whole seconds since 1970.
private struct WorkPart {
    let date: CalendarDate
    let zone: Zone
    let isBreak: Bool
    let start: Int64
    let end: Int64
}

extension WorkRules {
    /// All that the rules file under days, in seconds.
    func totalSeconds(of days: [WorkDay]) -> Int {
        days.flatMap(\.shifts).flatMap { parts(of: $0) }.reduce(0) { $0 + Int($1.end - $1.start) }
    }

    /// Files the stretches of a shift under days.
    fileprivate func parts(of shift: WorkShift) -> [WorkPart] {
        let zone = shift.zone
        let stretches = zip(shift.marks, shift.marks.dropFirst()).map { first, second in
            WorkPart(
                date: shift.date, zone: zone, isBreak: first.kind == .break,
                start: first.second, end: second.second)
        }
        guard let last = stretches.last, attribution != .startDay else { return stretches }
        let split = stretches.flatMap { $0.splitAtMidnight }
        switch attribution {
        case .startDay: return stretches
        case .midnight: return split
        case .endDay:
            // A shift that ends at midnight ends on the day before.
            let date = zone.date(at: Timestamp(millisecondsSinceEpoch: last.end * 1_000 - 1))
            return stretches.map { $0.filed(under: date) }
        case .largerPart:
            let seconds = Dictionary(grouping: split.filter { !$0.isBreak }, by: \.date)
                .mapValues { $0.reduce(0) { $0 + $1.end - $1.start } }
            let date = seconds.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            return stretches.map { $0.filed(under: date ?? $0.date) }
        }
    }

    /// How much of a stretch lies within the night of the wall clock.
    fileprivate func nightSeconds(of part: WorkPart) -> Int {
        let first = part.zone.date(at: Timestamp(millisecondsSinceEpoch: part.start * 1_000))
        let last = part.zone.date(at: Timestamp(millisecondsSinceEpoch: part.end * 1_000))
        return (first.daysSinceEpoch - 1...last.daysSinceEpoch).reduce(0) { sum, number in
            let date = CalendarDate(daysSinceEpoch: number)
            let start = part.zone.firstInstant(atMinute: night.lowerBound, of: date)
            let end =
                night.upperBound > 1_440
                ? part.zone.firstInstant(atMinute: night.upperBound - 1_440, of: date.advanced(byDays: 1))
                : part.zone.firstInstant(atMinute: night.upperBound, of: date)
            let common =
                min(part.end, end.millisecondsSinceEpoch / 1_000)
                - max(part.start, start.millisecondsSinceEpoch / 1_000)
            return sum + max(0, Int(common))
        }
    }

    /// The work of a day as it is rounded.
    fileprivate func rounded(_ work: Int) -> Int {
        switch rounding {
        case .none, .monthHour: work
        case .dayQuarterHour: (work + 450) / 900 * 900
        case .dayQuarterHourDown: work / 900 * 900
        }
    }
}

extension WorkPart {
    fileprivate func filed(under date: CalendarDate) -> WorkPart {
        WorkPart(date: date, zone: zone, isBreak: isBreak, start: start, end: end)
    }

    /// The parts of each date on the wall clock.
    fileprivate var splitAtMidnight: [WorkPart] {
        var parts: [WorkPart] = []
        var start = start
        while start < end {
            let date = zone.date(at: Timestamp(millisecondsSinceEpoch: start * 1_000))
            let midnight =
                zone.firstInstant(atMinute: 0, of: date.advanced(byDays: 1)).millisecondsSinceEpoch / 1_000
            let stop = min(end, max(midnight, start + 1))
            parts.append(WorkPart(date: date, zone: zone, isBreak: isBreak, start: start, end: stop))
            start = stop
        }
        return parts.isEmpty ? [self] : parts
    }
}

extension Int {
    /// Seconds as full hours: less than 30 minutes are cut off, the others are rounded up.
    fileprivate var toHour: Int { (self + 1_800) / 3_600 * 3_600 }
}
