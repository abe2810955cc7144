import Attendance
import Essentials
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct AttendanceReminderTests {
    @Test func `W24: nobody is reminded who has not asked for it, and nothing is kept of their crossings`()
        async throws
    {
        try await withAttendance { bench in
            #expect(try await bench.cross(.entered) == .remindersOff)
            let day = try await bench.today()
            #expect(day.setting == nil)
            #expect(day.decisions.isEmpty)
            #expect(bench.told.isEmpty)
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            #expect(try await bench.decision(.entered).reason == .firstCrossing)
        }
    }

    @Test func `a crossing that reminds is told to the person, by identifiers alone`() async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            let decision = try await bench.decision(.entered)
            #expect(try await bench.today().pending == decision)
            let told = try #require(bench.published.all.last)
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
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            let decision = try await bench.decision(.foundInside)
            #expect(try await bench.cross(.entered) == .sameCrossing)
            #expect(try await bench.today().decisions == [decision])
            #expect(bench.told.map(\.kind) == ["attendance.setting", "attendance.reminder"])
        }
    }

    @Test func `W23: what did not remind is kept with its reason, the last first`() async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            _ = try await bench.decision(.entered)
            bench.clock.advance(by: .seconds(3_600))
            _ = try await bench.decision(.entered)
            _ = try await bench.decision(
                .exited, observedAt: bench.clock.timestamp.advanced(by: .seconds(-25 * 3_600)))
            let reasons = try await bench.today().decisions.map(\.reason)
            #expect(reasons == [.late, .recentCrossing, .firstCrossing])
            #expect(bench.told.map(\.kind) == ["attendance.setting", "attendance.reminder"])
        }
    }

    @Test func `of two reminders the later one waits, and a punch answers it`() async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            let arrival = try await bench.decision(.entered)
            #expect(try await bench.today().pending == arrival)
            bench.clock.advance(by: .seconds(3 * 3_600))
            let second = try await bench.decision(.entered, at: "gate")
            #expect(try await bench.today().pending == second)
            try await bench.punch(.in, key: "a")
            #expect(try await bench.today().pending == nil)
        }
    }

    @Test func `W19: somebody who is clocked in is not asked to clock in, and is told why`() async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            try await bench.punch(.in, key: "a")
            bench.clock.advance(by: .seconds(60))
            #expect(try await bench.decision(.entered).reason == .nothingToPunch)
            let day = try await bench.today()
            #expect(day.pending == nil)
            #expect(day.decisions.map(\.reason) == [.nothingToPunch])
            #expect(bench.told.map(\.kind) == ["attendance.setting", "attendance.punched"])
            bench.clock.advance(by: .seconds(60))
            #expect(try await bench.decision(.exited).reason == .firstCrossing)
            #expect(try await bench.today().pending?.proposal == .out)
        }
    }

    @Test func `W19: nobody is asked to clock out who is not clocked in, and the arrival goes on waiting`()
        async throws
    {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            let arrival = try await bench.decision(.entered)
            bench.clock.advance(by: .seconds(600))
            #expect(try await bench.decision(.exited).reason == .nothingToPunch)
            #expect(try await bench.today().pending == arrival)
        }
    }

    @Test func `W19: a reminder that is kept from before and cannot be followed does not wait`() async throws
    {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            try await bench.punch(.in, key: "a")
            bench.clock.advance(by: .seconds(60))
            let now = bench.clock.timestamp
            let kept = ReminderDecision(
                id: try #require(ReminderID("kept")),
                crossing: Crossing(
                    entrance: try #require(SpotID("door")), kind: .entered, observedAt: now, receivedAt: now,
                    source: try #require(CrossingSourceID("gateway-1"))),
                reason: .firstCrossing)
            try await bench.store.write { try $0.insert(kept, of: Fixture.ada) }
            let day = try await bench.today()
            #expect(day.decisions == [kept])
            #expect(day.pending == nil)
        }
    }

    @Test func `W24: turning reminders off withdraws the one that waits, and on again does not revive it`()
        async throws
    {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            _ = try await bench.decision(.entered)
            bench.clock.advance(by: .seconds(10))
            try await bench.service.setReminders(of: Fixture.ada, on: false)
            #expect(try await bench.today().pending == nil)
            #expect(bench.told.last?.kind == "attendance.setting")
            #expect(bench.told.last?.body == #"{"reminders":false}"#)
            #expect(try await bench.cross(.exited) == .remindersOff)
            bench.clock.advance(by: .seconds(10))
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            #expect(try await bench.today().pending == nil)
            #expect(bench.told.map(\.kind).count == 4)
        }
    }

    @Test func `W11: a report from the future, of an unknown entrance or of a stranger changes nothing`()
        async throws
    {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            let future = bench.clock.timestamp.advanced(by: .seconds(601))
            await #expect(throws: CrossingRefusal.inFuture) {
                try await bench.cross(.entered, observedAt: future)
            }
            for spot in ["room", "nowhere"] {
                let refusal = WorkplaceRefusal.unknownEntrance(try #require(SpotID(spot)))
                await #expect(throws: refusal) {
                    try await bench.cross(.entered, at: spot)
                }
            }
            await #expect(throws: WorkplaceRefusal.unknownPrincipal) {
                try await bench.cross(.entered, by: Fixture.grace)
            }
            #expect(try await bench.today().decisions.isEmpty)
            #expect(bench.told.map(\.kind) == ["attendance.setting"])
        }
    }

    @Test func `W9: no crossing makes a punch`() async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            for kind in Crossing.Kind.allCases { _ = try await bench.cross(kind) }
            #expect(try await bench.today().state == .out(since: nil))
            #expect(try await bench.today().punches.isEmpty)
        }
    }

    @Test(arguments: [(24 * 3_600, 1), (24 * 3_600 + 1, 0)])
    func `after a day nothing is known of a crossing`(seconds: Int, kept: Int) async throws {
        try await withAttendance { bench in
            try await bench.service.setReminders(of: Fixture.ada, on: true)
            _ = try await bench.decision(.entered)
            bench.clock.advance(by: .seconds(seconds))
            let now = bench.clock.timestamp
            try await Housekeeping(store: bench.store, clock: bench.clock, now: { now }).clean()
            #expect(try await bench.today().decisions.count == kept)
            let machine = try await bench.store.read { try $0.reminderMachine(of: Fixture.ada) }
            #expect(machine == ReminderStateMachine(lastArrival: kept == 1 ? Fixture.noon : nil))
        }
    }
}
