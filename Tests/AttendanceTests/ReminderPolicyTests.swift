import Attendance
import Essentials
import TestSupport
import Testing

/// The three rules over whole days, and the limits that all of them keep.
struct ReminderPolicyTests {
    private static let officeHours: WorkPattern = {
        let day = LocalTimeRange("09:00–17:30").flatMap { hours in
            LocalTimeRange("12:00–13:00").flatMap { WorkPattern.Day(hours: hours, rest: $0) }
        }
        // The first day of the tests is a Thursday.
        return WorkPattern(days: Weekday.workdays.reduce(into: [:]) { $0[$1] = day })
    }()

    /// Plays days of one person, who obeys each reminder to clock in, and each to clock out that comes after their last departure.
    private func play(
        _ mode: ReminderMode, _ steps: [(String, Crossing.Kind)], pattern: WorkPattern = officeHours
    ) throws
        -> [String]
    {
        var player = DayPlayer(ReminderPolicy(mode: mode, pattern: pattern, zone: .utc))
        player.leaves = steps.last.map { at($0.0) }
        for (clock, kind) in steps { try player.cross(kind, at(clock)) }
        player.wait(before: at("23:59"))
        return player.shown.map { "\($0.kind.rawValue) \(clock($0.time))" }
    }

    private static let ordinaryDay: [(String, Crossing.Kind)] = [
        ("09:00", .entered), ("12:00", .exited), ("13:00", .entered), ("18:00", .exited),
    ]
    private static let dayWithOutings: [(String, Crossing.Kind)] = [
        ("09:00", .entered), ("12:00", .exited), ("13:00", .entered), ("13:45", .exited), ("13:55", .entered),
        ("15:30", .exited), ("15:40", .entered), ("17:20", .exited),
    ]

    @Test func `W17 W18: the article's day reminds four times by the article and by the last reminder`()
        throws
    {
        let expected = ["in 09:00", "out 12:00", "in 13:00", "out 18:00"]
        #expect(try play(.article, Self.ordinaryDay) == expected)
        #expect(try play(.lastShown, Self.ordinaryDay) == expected)
    }

    @Test func `W17 W18: two of the modes lose the last departure of a day with outings`() throws {
        #expect(try play(.article, Self.dayWithOutings) == ["in 09:00", "out 12:00", "in 13:00"])
        #expect(
            try play(.lastShown, Self.dayWithOutings)
                == ["in 09:00", "out 12:00", "in 13:00", "out 15:30", "in 15:40"])
    }

    @Test func `W19 W21: the default asks nothing about lunch in the break, and about the end of the day`()
        throws
    {
        #expect(try play(.ledgerAware, Self.ordinaryDay) == ["in 09:00", "out 18:00"])
    }

    @Test func `W20: the default reminds of the last departure of a day with outings`() throws {
        let shown = try play(.ledgerAware, Self.dayWithOutings)
        #expect(shown == ["in 09:00", "out 13:45", "out 17:20"])
    }

    @Test
    func
        `W21 W34: a lunch that lasts longer than the break and its margin reminds then, and the day's end too`()
        throws
    {
        let steps: [(String, Crossing.Kind)] = [("09:00", .entered), ("12:10", .exited), ("14:00", .entered)]
        #expect(try play(.ledgerAware, steps) == ["in 09:00", "out 13:15", "out 18:00"])
    }

    @Test func `W18: after exactly the window the last reminder suppresses, and a second later it does not`()
        throws
    {
        let policy = ReminderPolicy(mode: .lastShown, zone: .utc)
        let shown = [ShownReminder(.out, at: at("10:00"))]
        func verdict(_ time: Timestamp) -> ReminderVerdict {
            policy.verdict(on: crossing(.exited, time), .recentCrossing, after: nil, shown: shown, at: time)
        }
        #expect(verdict(at("12:00")) == .decided(.recentReminder))
        #expect(verdict(at("12:00", seconds: 1)) == .decided(.windowPassed))
    }

    @Test
    func
        `W19: the default asks to clock in only people who are out, and to clock out only people who are in`()
        throws
    {
        let policy = ReminderPolicy(zone: .utc)
        let clockedIn = punch(.in, at("08:00"))
        let clockedOut = punch(.out, at("08:00"))
        func reason(_ kind: Crossing.Kind, after last: Punch?) -> ReminderVerdict {
            policy.verdict(
                on: crossing(kind, at("09:00")), .firstCrossing, after: last, shown: [], at: at("09:00"))
        }
        #expect(reason(.entered, after: nil) == .decided(.punchExpected))
        #expect(reason(.entered, after: clockedOut) == .decided(.punchExpected))
        #expect(reason(.entered, after: clockedIn) == .decided(.nothingToPunch))
        #expect(reason(.exited, after: clockedIn) == .decided(.punchExpected))
        #expect(reason(.exited, after: clockedOut) == .decided(.nothingToPunch))
        #expect(reason(.exited, after: nil) == .decided(.nothingToPunch))
    }

    @Test func `W22: the window of the person wins over that of the place, and that over the organisation`() {
        let rules = ReminderRules(window: .seconds(60))
        func window(place: Duration?, person: Duration?) -> Duration {
            ReminderPolicy(rules, window: place, wishes: ReminderWishes(window: person), zone: .utc).window
        }
        #expect(window(place: nil, person: nil) == .seconds(60))
        #expect(window(place: .seconds(120), person: nil) == .seconds(120))
        #expect(window(place: .seconds(120), person: .zero) == .zero)
        #expect(window(place: nil, person: ReminderPolicy.longestWindow) == .seconds(12 * 3_600))
    }

    @Test(arguments: ReminderMode.allCases)
    func `W26: no mode reminds on days off, unless the person wants it`(mode: ReminderMode) {
        let hours = Self.officeHours.days
        let leave = WorkPattern(days: hours, daysOff: [Zone.utc.date(at: midnight)])
        let saturday = at("10:00", day: 2)
        for (pattern, time) in [(leave, at("10:00")), (Self.officeHours, saturday)] {
            var policy = ReminderPolicy(mode: mode, pattern: pattern, zone: .utc)
            func verdict() -> ReminderVerdict {
                policy.verdict(on: crossing(.entered, time), .firstCrossing, after: nil, shown: [], at: time)
            }
            #expect(verdict() == .decided(.dayOff))
            policy.remindsOnDaysOff = true
            guard case .decided(let reason) = verdict() else { return }
            #expect(reason.reminds)
        }
    }

    @Test(arguments: ReminderMode.allCases)
    func `W28: no mode reminds more often than the limit of a day`(mode: ReminderMode) throws {
        for limit in 1...6 {
            var player = DayPlayer(
                ReminderPolicy(mode: mode, window: .zero, dailyLimit: limit, zone: .utc), obeys: true)
            for hour in 1...11 {
                try player.cross(.entered, at("\(hour * 2 - 1):00"))
                try player.cross(.exited, at("\(hour * 2):00"))
            }
            player.wait(before: at("23:59"))
            #expect(player.shown.count <= limit)
            // A new day begins with none, or with that of a departure that was held back past midnight.
            try player.cross(.entered, at("08:00", day: 1))
            if limit > 2 || mode != .ledgerAware { #expect(player.shown.last?.time == at("08:00", day: 1)) }
        }
    }

    @Test(arguments: 0..<500 as Range<UInt64>)
    func
        `W19 W20 W21: the default reminds of the last departure of a random day, not of lunch, not of an arrival while in`(
            seed: UInt64
        ) throws
    {
        var random = SplitMix64(seed: seed)
        let start = 9 * 60 + Int.random(in: -60...60, using: &random)
        let hasPattern = Bool.random(using: &random)
        var player = DayPlayer(
            ReminderPolicy(pattern: hasPattern ? Self.officeHours : WorkPattern(), zone: .utc))
        try player.cross(.entered, minute(start))
        #expect(player.shown.map(\.kind) == [.in])
        var now = start + 5
        var lunches: [Range<Timestamp>] = []
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            now += Int.random(in: 5...90, using: &random)
            var back = now + Int.random(in: 4...60, using: &random)
            if hasPattern, (11 * 60 + 45..<13 * 60 + 15).contains(now) {
                back = min(back, 13 * 60 + 14)
                if back <= now { continue }
                lunches.append(minute(now)..<minute(back))
            }
            try player.cross(.exited, minute(now))
            try player.cross(.entered, minute(back))
            now = back
        }
        let last = minute(now + Int.random(in: 5...90, using: &random))
        try player.cross(.exited, last)
        player.wait(before: last.advanced(by: .seconds(3 * 3_600)))
        #expect(player.shown.contains { $0.kind == .out && $0.time >= last }, "the last departure is lost")
        #expect(player.shown.count { $0.kind == .in } == 1, "reminded of an arrival while in")
        for lunch in lunches {
            #expect(!player.shown.contains { lunch.contains($0.time) }, "reminded of lunch")
        }
        let days = Dictionary(grouping: player.shown) { Zone.utc.date(at: $0.time) }
        #expect(days.values.allSatisfy { $0.count <= ReminderPolicy.standardLimit })
    }
}

/// Plays crossings of one person against a policy, without the time to stay away.
private struct DayPlayer {
    private let policy: ReminderPolicy
    /// Whether the person makes each punch that a reminder proposes; otherwise only that of the first arrival.
    private let obeys: Bool
    /// When the person leaves for good, and answers each question from then on.
    var leaves: Timestamp?
    private var reminders = PersonReminders()
    private(set) var shown: [ShownReminder] = []

    init(_ policy: ReminderPolicy, obeys: Bool = false) {
        self.policy = policy
        self.obeys = obeys
    }

    mutating func cross(_ kind: Crossing.Kind, _ time: Timestamp) throws {
        wait(before: time)
        note(try reminders.apply(crossing(kind, time), dwell: .zero) { _ in policy })
    }

    mutating func wait(before time: Timestamp) {
        while let due = reminders.nextDue, due < time { note(reminders.advance(to: due) { _ in policy }) }
    }

    private mutating func note(_ findings: [ReminderFinding]) {
        for finding in findings {
            guard case .decided(_, let time?) = finding.result else { continue }
            let kind = finding.cause.proposal
            shown.append(ShownReminder(kind, at: time))
            let isPossible = kind == PunchStateMachine(after: reminders.last).state.next
            let answers = obeys || kind == .in || leaves.map { $0 <= time } ?? false
            guard isPossible, answers else { continue }
            reminders.apply(punch(kind, time)) { _ in policy }
        }
    }
}

private func minute(_ number: Int) -> Timestamp { midnight.advanced(by: .seconds(number * 60)) }

private func clock(_ time: Timestamp) -> String { String(time.description.dropFirst(11).prefix(5)) }

extension Weekday {
    fileprivate static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
}
