import Attendance
import Essentials
import TestSupport
import Testing

/// What the time alone decides, and that a log decides alike in any order.
@Suite(.timeLimit(.minutes(1)))
struct PersonRemindersTests {
    private static let policy: ReminderPolicy = {
        guard let hours = LocalTimeRange("09:00–17:30"), let night = LocalTimeRange("22:00–06:00"),
            let rest = LocalTimeRange("12:00–13:00"), let day = WorkPattern.Day(hours: hours, rest: rest),
            let shift = WorkPattern.Day(hours: night)
        else { preconditionFailure("these are hours") }
        // The first day of the tests is a Thursday; Friday has a night shift, Saturday none.
        return ReminderPolicy(pattern: WorkPattern(days: [.thursday: day, .friday: shift]), zone: .utc)
    }()

    private static func asked(_ reminders: inout PersonReminders, until end: Timestamp) -> [ReminderFinding] {
        var findings: [ReminderFinding] = []
        while let due = reminders.nextDue, due <= end {
            findings += reminders.advance(to: due) { _ in policy }
        }
        return findings
    }

    @Test(arguments: [
        ("08:50", 0, "18:00", 0, ReminderReason.hoursEnded), ("13:00", 0, "18:00", 0, .hoursEnded),
        // Overtime, and a day that has no hours, if reminders are wanted then.
        ("18:30", 0, "06:30", 1, .longStretch), ("11:00", 2, "23:00", 2, .dayOff),
        // A night shift ends on the next day, which is a day off.
        ("21:50", 1, "06:30", 2, .hoursEnded), ("00:30", 2, "06:30", 2, .hoursEnded),
    ])
    func `W34: a person who is still clocked in is asked by the time alone, once`(
        start: String, day: Int, clock: String, endDay: Int, reason: ReminderReason
    ) {
        var reminders = PersonReminders()
        reminders.apply(punch(.in, at(start, day: day))) { _ in Self.policy }
        let asks = at(clock, day: endDay)
        #expect(reminders.asksAt == asks)
        let findings = Self.asked(&reminders, until: at("23:30", day: 4))
        #expect(findings.map(\.cause) == [.time(asks, site: id("berlin"))])
        #expect(findings.map(\.result) == [.decided(reason, shown: reason.reminds ? asks : nil)])
    }

    @Test func `W34: nothing asks a person who has clocked out, or by a rule that does not know the punches`()
    {
        var reminders = PersonReminders()
        reminders.apply(punch(.in, at("09:00"))) { _ in Self.policy }
        reminders.apply(punch(.out, at("17:00"))) { _ in Self.policy }
        #expect(reminders.nextDue == nil)
        for mode in [ReminderMode.article, .lastShown] {
            var policy = Self.policy
            policy.mode = mode
            reminders.apply(punch(.in, at("09:00"))) { _ in policy }
            #expect(reminders.nextDue == nil)
        }
    }

    @Test func `W34: other hours move the question, and hours that are over ask nothing any more`() {
        var reminders = PersonReminders()
        reminders.apply(punch(.in, at("09:00"))) { _ in Self.policy }
        var longer = Self.policy
        longer.pattern = WorkPattern(
            days: LocalTimeRange("09:00–19:00").flatMap { WorkPattern.Day(hours: $0) }.map { [.thursday: $0] }
        )
        // Rules that came into force meanwhile hold, also where nobody planned again.
        #expect(reminders.advance(to: at("18:00")) { _ in longer }.isEmpty)
        #expect(reminders.asksAt == at("19:30"))
        reminders.plan(at: at("18:00", seconds: 1)) { _ in Self.policy }
        #expect(reminders.asksAt == nil)
    }

    @Test func `W28 W34: the limit of a day holds for the time too, and a day late nothing is asked`() {
        let shown = (1...5).map { ShownReminder(.out, at: at("\($0 + 8):00")) }
        var full = PersonReminders(shown: shown)
        var late = PersonReminders()
        full.apply(punch(.in, at("09:00"))) { _ in Self.policy }
        late.apply(punch(.in, at("09:00"))) { _ in Self.policy }
        #expect(
            full.advance(to: at("18:00")) { _ in Self.policy }.map(\.result) == [
                .decided(.dailyLimit, shown: nil)
            ])
        let results = late.advance(to: at("18:01", day: 1)) { _ in Self.policy }.map(\.result)
        #expect(results == [.decided(.late, shown: nil)])
    }

    @Test func `W34: the door asks first; the time asks again half an hour later if nobody has answered`()
        throws
    {
        var reminders = PersonReminders()
        reminders.apply(punch(.in, at("09:00"))) { _ in Self.policy }
        _ = try reminders.apply(crossing(.exited, at("17:58"))) { _ in Self.policy }
        let findings = Self.asked(&reminders, until: at("23:00"))
        #expect(
            findings.map(\.result) == [
                .decided(.punchExpected, shown: at("17:58")), .decided(.hoursEnded, shown: at("18:31")),
            ])
    }

    @Test(arguments: ReminderMode.allCases, 0..<60 as Range<UInt64>)
    func `W3: any permutation with duplicates of a log decides alike when it is replayed`(
        mode: ReminderMode, seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var policy = Self.policy
        policy.mode = mode
        var log: [AttendanceEvent] = []
        var minute = 8 * 60
        while minute < 22 * 60 {
            minute += [0, 1, 4, 45, 130].randomElement(using: &random) ?? 1
            let time = at("00:00").advanced(by: .seconds(minute * 60))
            switch Int.random(in: 0...4, using: &random) {
            case 0: log.append(.punch(punch(Bool.random(using: &random) ? .in : .out, time)))
            case 1, 2: log.append(.crossing(crossing(.entered, time)))
            default:
                let delay = [0, 20, 400].randomElement(using: &random) ?? 0
                log.append(.crossing(crossing(.exited, time, receivedAt: time.advanced(by: .seconds(delay)))))
            }
        }
        let expected = try Self.replay(log.sorted(), policy)
        let repeated = (log + log.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
        let found = try Self.replay(repeated.sorted(), policy)
        #expect(found == expected)
        #expect(!expected.isEmpty)
    }

    /// A rule that read a clock would decide otherwise on a day of another century.
    @Test(arguments: ReminderMode.allCases, [-1_400, 3_900])
    func `W16: the same log in other weeks, long past or far ahead, gives the same decisions`(
        mode: ReminderMode, weeks: Int
    ) throws {
        var policy = Self.policy
        policy.mode = mode
        let shift = Duration.seconds(weeks * 7 * 86_400)
        func log(_ shift: Duration) -> [AttendanceEvent] {
            let crossings: [(Crossing.Kind, String)] = [
                (.entered, "08:58"), (.exited, "12:02"), (.entered, "12:55"), (.exited, "13:45"),
                (.entered, "13:55"), (.exited, "15:30"), (.entered, "15:31"), (.exited, "17:20"),
            ]
            return [.punch(punch(.in, at("09:00").advanced(by: shift)))]
                + crossings.map { .crossing(crossing($0, at($1).advanced(by: shift))) }
        }
        let expected = try Self.replay(log(.zero).sorted(), policy)
        let found = try Self.replay(log(shift).sorted(), policy)
        #expect(expected.map(\.reason) == found.map(\.reason))
        #expect(expected.map { $0.shown?.advanced(by: shift) } == found.map(\.shown))
        #expect(expected.map { $0.remindsAt?.advanced(by: shift) } == found.map(\.remindsAt))
        #expect(expected.contains { $0.reason.reminds })
    }

    private static func replay(_ events: [AttendanceEvent], _ policy: ReminderPolicy) throws
        -> [ReplayedDecisions.Decision]
    {
        var reminders = PersonReminders()
        var found = ReplayedDecisions()
        for event in events {
            let dwell = DoorStateMachine.standardDwell
            found.note(try reminders.replay(event, dwell: { _ in dwell }) { _ in policy })
        }
        found.note(reminders.pass { _ in policy })
        return found.decisions
    }
}
