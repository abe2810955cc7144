import Essentials
import TestSupport
import Testing

@testable import Attendance

/// What rules make of days.
struct WorkTotalsTests {
    private static let berlin: Zone = {
        guard let zone = Zone("Europe/Berlin") else { preconditionFailure("no zone") }
        return zone
    }()
    private static let site: SiteID = {
        guard let site = SiteID("north") else { preconditionFailure("no site") }
        return site
    }()
    private static let hour = 3_600

    private static func date(_ text: String) -> CalendarDate {
        guard let date = CalendarDate(text) else { preconditionFailure("no date") }
        return date
    }

    /// A shift from one time of the wall clock to another; minutes above 1,440 are of the next day.
    private static func shift(
        _ date: CalendarDate, _ start: Int, _ end: Int, breaks: [(Int, Int)] = [], in zone: Zone = berlin
    ) -> [WorkMark] {
        func mark(_ kind: WorkMark.Kind, _ minute: Int) -> WorkMark {
            WorkMark(
                kind,
                at: zone.firstInstant(atMinute: minute % 1_440, of: date.advanced(byDays: minute / 1_440)),
                site: site, zone: zone)
        }
        return [mark(.in, start)] + breaks.flatMap { [mark(.break, $0.0), mark(.in, $0.1)] } + [
            mark(.out, end)
        ]
    }

    private static func totals(
        _ marks: [WorkMark], _ rules: WorkRules, month: String = "2026-11", waiving: Set<CalendarDate> = []
    ) -> WorkTotals {
        guard let month = CalendarMonth(month), let last = marks.last else { preconditionFailure("no month") }
        let dates = WorkTotals.firstDay(for: month, by: rules)..<month.end.advanced(byDays: 1)
        let days = WorkDay.days(dates, of: marks, in: marks[0].zone, now: last.time)
        return WorkTotals(of: month, days, waiving: waiving, by: rules)
    }

    @Test(arguments: [
        // Work and breaks of a day in minutes, and what is deducted.
        (360, 0, 0), (361, 0, 1), (390, 0, 30), (480, 30, 0), (480, 10, 20), (540, 0, 30), (555, 0, 30),
        (600, 0, 45), (600, 30, 15), (600, 45, 0),
    ])
    func `W48: a break that was not taken is deducted by rule, never below the work after which it is due`(
        work: Int, taken: Int, deducted: Int
    ) throws {
        let rules = try #require(WorkRulesPreset("germany")).rules
        let breaks = taken == 0 ? [] : [(600, 600 + taken)]
        let day = Self.date("2026-11-03")
        let marks = Self.shift(day, 480, 480 + work + taken, breaks: breaks)
        let totals = Self.totals(marks, rules)
        #expect(totals.automaticBreaks == deducted * 60)
        #expect(totals.elapsed == work * 60)
        #expect(totals.work == (work - deducted) * 60)
        // It is visible on its day, and goes when somebody decides that no break was taken.
        #expect(totals.days[2].automaticBreak == deducted * 60)
        let waived = Self.totals(marks, rules, waiving: [day])
        #expect(waived.work == work * 60 && waived.days[2].isBreakWaived)
    }

    @Test func `W48: punched breaks are paid or unpaid by rule`() {
        let marks = Self.shift(Self.date("2026-11-03"), 480, 1_020, breaks: [(720, 780)])
        #expect(Self.totals(marks, WorkRules(name: "a")).work == 8 * Self.hour)
        let paid = Self.totals(marks, WorkRules(name: "a", paysBreaks: true))
        #expect(paid.work == 9 * Self.hour && paid.punchedBreaks == Self.hour)
    }

    @Test func `W51: overtime of days, weeks and the month are columns of their own, and add up`() {
        let rules = WorkRules(
            name: "a", dailyLimit: 8 * Self.hour, weeklyLimit: 40 * Self.hour, monthlyLimit: 120 * Self.hour)
        // The week from Monday the 2nd: six days of nine hours.
        var marks = (2...7).flatMap { Self.shift(Self.date("2026-11-0\($0)"), 480, 1_020) }
        // Three weeks of five days of eight hours.
        for day in [9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27] {
            marks += Self.shift(Self.date("2026-11-\(day < 10 ? "0" : "")\(day)"), 480, 960)
        }
        let totals = Self.totals(marks, rules)
        #expect(totals.work == (54 + 120) * Self.hour)
        #expect(totals.overtimeOfDays == 6 * Self.hour)
        #expect(totals.overtimeOfWeeks == 8 * Self.hour)
        #expect(totals.overtimeOfMonth == 40 * Self.hour)
        #expect(totals.overtime == 54 * Self.hour)
    }

    @Test func `W51: a week that lies in two months is paid once, in the month in which it ends`() {
        let rules = WorkRules(name: "a", weeklyLimit: 40 * Self.hour)
        // Monday 26 October to Sunday 1 November 2026.
        let marks = (26...31).flatMap { Self.shift(Self.date("2026-10-\($0)"), 480, 960) }
        #expect(Self.totals(marks, rules, month: "2026-10").overtimeOfWeeks == 0)
        #expect(Self.totals(marks, rules, month: "2026-11").overtimeOfWeeks == 8 * Self.hour)
    }

    @Test(arguments: [
        (1_320, 1_870, 7 * 3_600), (480, 960, 0), (240, 480, 3_600), (1_200, 1_380, 3_600),
    ])
    func `W51: night hours are those from 22:00 to 05:00 on the wall clock of the place`(
        start: Int, end: Int, seconds: Int
    ) {
        let marks = Self.shift(Self.date("2026-11-03"), start, end)
        #expect(Self.totals(marks, WorkRules(name: "a")).night == seconds)
    }

    @Test func `W51 W63: on the nights of the clock change the night is six or eight hours long`() {
        let zone = Self.berlin
        let back = Self.shift(Self.date("2026-10-24"), 1_320, 1_740, in: zone)
        #expect(Self.totals(back, WorkRules(name: "a"), month: "2026-10").night == 8 * Self.hour)
        let forward = Self.shift(Self.date("2026-03-28"), 1_320, 1_740, in: zone)
        #expect(Self.totals(forward, WorkRules(name: "a"), month: "2026-03").night == 6 * Self.hour)
    }

    /// A shift from 22:00 to 07:10, and one from 09:00 of the same day.
    private static let overnight =
        shift(date("2026-11-03"), 1_320, 1_870) + shift(date("2026-11-04"), 540, 1_020)

    @Test(arguments: [
        (WorkRules.Attribution.startDay, 33_000, 28_800), (.endDay, 0, 61_800),
        (.midnight, 7_200, 54_600), (.largerPart, 0, 61_800),
    ])
    func `W52: a night shift counts by rule, and the shift after it is another one`(
        attribution: WorkRules.Attribution, third: Int, fourth: Int
    ) {
        let totals = Self.totals(Self.overnight, WorkRules(name: "a", attribution: attribution))
        #expect(WorkShift.shifts(of: Self.overnight).count == 2)
        #expect(totals.days[2].work == third)
        #expect(totals.days[3].work == fourth)
        #expect(totals.work == third + fourth)
    }

    @Test func `W49: rounding is a view, and the elapsed time stays beside it`() {
        let marks = Self.shift(Self.date("2026-11-03"), 480, 968)
        let exact = Self.totals(marks, WorkRules(name: "a"))
        let nearest = Self.totals(marks, WorkRules(name: "a", rounding: .dayQuarterHour))
        let down = Self.totals(marks, WorkRules(name: "a", rounding: .dayQuarterHourDown))
        #expect(exact.roundedWork == exact.elapsed)
        #expect(nearest.roundedWork == 495 * 60 && down.roundedWork == 480 * 60)
        #expect(nearest.elapsed == exact.elapsed && nearest.work == exact.work)
        #expect(nearest.rounding != down.rounding)
    }

    @Test(arguments: [(29, 8), (30, 9), (89, 9), (90, 10)])
    func `W50: the Japanese rule rounds only the totals of overtime and night work of the month`(
        minutes: Int, hours: Int
    ) throws {
        let preset = try #require(WorkRulesPreset("japan"))
        #expect(preset.refused == [.dayQuarterHour, .dayQuarterHourDown])
        // Two days of twelve hours, and some minutes more.
        let marks =
            Self.shift(Self.date("2026-11-03"), 480, 1_200)
            + Self.shift(Self.date("2026-11-04"), 480, 1_200 + minutes)
        let totals = Self.totals(marks, preset.rules)
        #expect(totals.overtime == 8 * Self.hour + minutes * 60)
        #expect(totals.roundedOvertime == hours * Self.hour)
        #expect(totals.roundedWork == totals.work)
        let night = Self.totals(Self.shift(Self.date("2026-11-03"), 1_200, 1_320 + minutes), preset.rules)
        #expect(night.roundedNight == (hours - 8) * Self.hour)
    }

    @Test func `every preset names its sources and the day on which they were read`() {
        for preset in WorkRulesPreset.all {
            #expect(!preset.sources.isEmpty && preset.sources.allSatisfy { $0.address.hasPrefix("http") })
            #expect(CalendarDate(preset.readOn) != nil)
            #expect(WorkRulesPreset(preset.id) == preset)
        }
        #expect(Set(WorkRulesPreset.all.map(\.rules.canonicalText)).count == WorkRulesPreset.all.count)
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati",
        "Pacific/Honolulu", "Asia/Tehran", "America/St_Johns", "Africa/Casablanca",
    ])
    func `W51: totals are the sum of their parts to the second, whatever the rules and the zone`(name: String)
        throws
    {
        let zone = try #require(Zone(name))
        var generator = SplitMix64(seed: 51)
        for month in ["2026-03", "2026-04", "2026-10", "2026-11"] {
            let month = try #require(CalendarMonth(month))
            for attribution in WorkRules.Attribution.allCases {
                let rules = WorkRules(
                    name: "a",
                    automaticBreaks: [WorkRules.AutomaticBreak(after: 6 * Self.hour, length: 1_800)],
                    paysBreaks: Bool.random(using: &generator), dailyLimit: 8 * Self.hour,
                    weeklyLimit: 40 * Self.hour, monthlyLimit: 100 * Self.hour, attribution: attribution,
                    firstWeekday: Int.random(in: 0...6, using: &generator))
                let first = WorkTotals.firstDay(for: month, by: rules)
                let dates = first..<month.end.advanced(byDays: 1)
                var marks: [WorkMark] = []
                var time = zone.firstInstant(atMinute: 300, of: first)
                let end = zone.firstInstant(atMinute: 0, of: month.end.advanced(byDays: 1))
                while time < end {
                    var kinds: [WorkMark.Kind] = [.in, .out]
                    if Bool.random(using: &generator) { kinds = [.in, .break, .in, .out] }
                    for kind in kinds {
                        marks.append(WorkMark(kind, at: time, site: Self.site, zone: zone))
                        time = time.advanced(
                            by: .milliseconds(Int.random(in: 1...25_000_000, using: &generator)))
                    }
                }
                let days = WorkDay.days(dates, of: marks, in: zone, now: time)
                let totals = WorkTotals(of: month, days, by: rules)
                #expect(totals.work == totals.days.reduce(0) { $0 + $1.work })
                for day in totals.days {
                    let paid = rules.paysBreaks ? day.punchedBreaks : 0
                    #expect(day.work == day.elapsed + paid - day.automaticBreak)
                    #expect(day.night <= day.elapsed + paid && day.overtime <= max(0, day.work))
                }
                // Nothing is counted twice or lost, however shifts are filed: all days hold all stretches.
                let all = rules.totalSeconds(of: days)
                #expect(all == days.flatMap(\.shifts).flatMap(\.stretches).reduce(0) { $0 + $1.seconds })
                if attribution == .startDay {
                    let inMonth = days.filter { month.days.contains($0.date) }
                    #expect(totals.elapsed == inMonth.reduce(0) { $0 + $1.workedSeconds })
                }
            }
        }
    }
}
