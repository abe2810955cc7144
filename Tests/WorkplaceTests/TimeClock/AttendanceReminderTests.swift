import Attendance
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct AttendanceReminderTests {
    @Test func `W24: nobody is reminded who has not asked for it, and nothing is kept of their crossings`()
        async throws
    {
        try await withAttendance { fixture in
            #expect(try await fixture.cross(.entered) == .remindersOff)
            let day = try await fixture.today()
            #expect(day.setting == nil)
            #expect(day.decisions.isEmpty)
            #expect(fixture.told.isEmpty)
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            #expect(try await fixture.decision(.entered).reason == .punchExpected)
        }
    }

    @Test func `a reminder is announced to the person by identifiers alone`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let decision = try await fixture.decision(.entered)
            #expect(try await fixture.today().pending == decision)
            let told = try #require(fixture.published.all.last { $0.change.kind != "notice" })
            #expect(told.change.topic == .person(Fixture.ada))
            #expect(told.change.kind == "attendance.reminder")
            #expect(
                told.change.body == """
                    {"reminder":"\(decision.id)","kind":"in","spot":"door","at":"\(Fixture.noon)"}
                    """)
        }
    }

    @Test func `W4: entered and found inside of one arrival are one decision and one notice`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let decision = try await fixture.decision(.foundInside)
            #expect(try await fixture.cross(.entered) == .sameCrossing)
            #expect(try await fixture.today().decisions == [decision])
            #expect(fixture.told.map(\.kind) == ["attendance.setting", "attendance.reminder", "notice"])
        }
    }

    @Test func `W23: what did not remind is kept with its reason, the last first`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            _ = try await fixture.decision(.entered)
            fixture.clock.advance(by: .seconds(3_600))
            _ = try await fixture.decision(.entered)
            _ = try await fixture.decision(
                .exited, observedAt: fixture.clock.timestamp.advanced(by: .seconds(-25 * 3_600)))
            let reasons = try await fixture.today().decisions.map(\.reason)
            #expect(reasons == [.late, .recentReminder, .punchExpected])
            #expect(fixture.told.map(\.kind) == ["attendance.setting", "attendance.reminder", "notice"])
        }
    }

    @Test func `of two reminders the later one waits, and a punch answers it`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let arrival = try await fixture.decision(.entered)
            #expect(try await fixture.today().pending == arrival)
            fixture.clock.advance(by: .seconds(3 * 3_600))
            let second = try await fixture.decision(.entered, at: "gate")
            #expect(try await fixture.today().pending == second)
            try await fixture.punch(.in, key: "a")
            #expect(try await fixture.today().pending == nil)
        }
    }

    @Test func `W19: a clocked-in person is not asked to clock in, and sees why`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.decision(.entered).reason == .nothingToPunch)
            let day = try await fixture.today()
            #expect(day.pending == nil)
            #expect(day.decisions.map(\.reason) == [.nothingToPunch])
            #expect(fixture.told.map(\.kind) == ["attendance.setting", "attendance.punched"])
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.departure().reason == .punchExpected)
            #expect(try await fixture.today().pending?.proposal == .out)
        }
    }

    @Test func `W19: nobody is asked to clock out who is not clocked in, and the arrival goes on waiting`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let arrival = try await fixture.decision(.entered)
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.departure().reason == .nothingToPunch)
            #expect(try await fixture.today().pending == arrival)
        }
    }

    @Test func `W19: a reminder that is kept from before and cannot be followed does not wait`() async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(60))
            let now = fixture.clock.timestamp
            let kept = ReminderDecision(
                id: try #require(ReminderID("kept")),
                cause: .crossing(
                    Crossing(
                        entrance: try #require(SpotID("door")), kind: .entered, observedAt: now,
                        receivedAt: now, source: try #require(CrossingSourceID("gateway-1")))),
                reason: .punchExpected)
            try await fixture.store.write { try $0.store(kept, of: Fixture.ada) }
            let day = try await fixture.today()
            #expect(day.decisions == [kept])
            #expect(day.pending == nil)
        }
    }

    @Test func `W24: turning reminders off withdraws the one that waits, and on again does not revive it`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            _ = try await fixture.decision(.entered)
            fixture.clock.advance(by: .seconds(10))
            try await fixture.service.setReminders(of: Fixture.ada, on: false)
            #expect(try await fixture.today().pending == nil)
            #expect(fixture.told.last { $0.kind != "notice" }?.body == #"{"reminders":false}"#)
            #expect(fixture.told.last?.body.contains(#""unread":0"#) == true)
            #expect(try await fixture.cross(.exited) == .remindersOff)
            fixture.clock.advance(by: .seconds(10))
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            #expect(try await fixture.today().pending == nil)
            #expect(
                fixture.told.map(\.kind) == [
                    "attendance.setting", "attendance.reminder", "notice", "attendance.setting", "notice",
                    "attendance.setting",
                ])
        }
    }

    @Test func `W11: a report from the future, of an unknown entrance or of a stranger changes nothing`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let future = fixture.clock.timestamp.advanced(by: .seconds(601))
            await #expect(throws: CrossingRefusal.inFuture) {
                try await fixture.cross(.entered, observedAt: future)
            }
            for spot in ["room", "nowhere"] {
                let refusal = WorkplaceRefusal.unknownEntrance(try #require(SpotID(spot)))
                await #expect(throws: refusal) {
                    try await fixture.cross(.entered, at: spot)
                }
            }
            await #expect(throws: WorkplaceRefusal.unknownPrincipal) {
                try await fixture.cross(.entered, by: Fixture.grace)
            }
            #expect(try await fixture.today().decisions.isEmpty)
            #expect(fixture.told.map(\.kind) == ["attendance.setting"])
        }
    }

    @Test func `W9: no crossing makes a punch`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            for kind in Crossing.Kind.allCases { _ = try await fixture.cross(kind) }
            #expect(try await fixture.today().state == .out(since: nil))
            #expect(try await fixture.today().punches.isEmpty)
        }
    }

    @Test(arguments: [(24 * 3_600, 1), (24 * 3_600 + 1, 0)])
    func `after a day nothing is known of a crossing`(seconds: Int, kept: Int) async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            _ = try await fixture.decision(.entered)
            fixture.clock.advance(by: .seconds(seconds))
            let now = fixture.clock.timestamp
            try await Housekeeping(store: fixture.store, clock: fixture.clock, now: { now }).clean()
            #expect(try await fixture.today().decisions.count == kept)
            let machine = try await fixture.store.read { try $0.reminderMachine(of: Fixture.ada) }
            #expect(machine == ReminderStateMachine(lastArrival: kept == 1 ? Fixture.noon : nil))
        }
    }
}
