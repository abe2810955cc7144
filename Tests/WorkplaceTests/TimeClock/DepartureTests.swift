import Attendance
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct DepartureTests {
    @Test func `W5: an exit and an entry 60 s later are no exit, and the person sees why`() async throws {
        try await withDepartures { fixture in
            let exit = try await fixture.cross(.exited)
            #expect(exit == .waits(until: fixture.time(180)))
            #expect(try await fixture.reasons() == [.waiting])
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.cross(.entered) == .cameBack)
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [.cameBack])
            #expect(try await fixture.today().pending == nil)
            #expect(fixture.told.map(\.kind) == ["attendance.setting", "attendance.punched"])
        }
    }

    @Test func `W5: an exit without an entry counts after three minutes, at the time of the exit`()
        async throws
    {
        try await withDepartures { fixture in
            let left = fixture.clock.timestamp
            _ = try await fixture.cross(.exited)
            fixture.clock.advance(by: .milliseconds(179_999))
            #expect(try await fixture.departures.workNow() == left.advanced(by: .seconds(180)))
            #expect(try await fixture.today().pending == nil)
            fixture.clock.advance(by: .milliseconds(1))
            #expect(try await fixture.departureDue() == nil)
            let day = try await fixture.today()
            let pending = try #require(day.pending)
            #expect(pending.proposal == .out)
            #expect(pending.cause.time == left)
            #expect(day.decisions == [pending])
        }
    }

    @Test func `whoever comes back after the question need not answer it any more`() async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            fixture.clock.advance(by: .seconds(180))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.today().pending?.proposal == .out)
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.decision(.entered).reason == .nothingToPunch)
            #expect(try await fixture.today().pending == nil)
        }
    }

    @Test func `W5: a site sets its own time, and zero lets an exit count at once`() async throws {
        try await withDepartures { fixture in
            try await fixture.setExitDwell(30)
            #expect(try await fixture.cross(.exited) == .waits(until: fixture.time(30)))
            fixture.clock.advance(by: .seconds(29))
            #expect(try await fixture.cross(.entered) == .cameBack)
            try await fixture.setExitDwell(0)
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.decision(.exited).reason == .punchExpected)
        }
    }

    @Test(arguments: [[PunchKind.out], [.out, .in]])
    func `W25: a punch while the departure waits cancels the reminder`(kinds: [PunchKind]) async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            for kind in kinds {
                fixture.clock.advance(by: .seconds(60))
                try await fixture.punch(kind, key: "\(kind)-later")
            }
            fixture.clock.advance(by: .seconds(120))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [.nothingToPunch])
            #expect(!fixture.told.map(\.kind).contains("attendance.reminder"))
        }
    }

    @Test(arguments: [(-61, ReminderReason.nothingToPunch), (-60, .punchExpected)])
    func `W25: a departure from before the last punch does not remind`(seconds: Int, reason: ReminderReason)
        async throws
    {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited, observedAt: fixture.time(seconds))
            fixture.clock.advance(by: .seconds(180))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [reason])
        }
    }

    @Test func `an arrival from before the last punch does not remind`() async throws {
        try await withDepartures { fixture in
            try await fixture.punch(.out, key: "out")
            #expect(
                try await fixture.decision(.entered, observedAt: fixture.time(-1)).reason == .nothingToPunch)
        }
    }

    @Test func `W5: an exit and an entry that arrive hours later, 60 s apart, are no exit`() async throws {
        try await withDepartures { fixture in
            let left = fixture.clock.timestamp
            fixture.clock.advance(by: .seconds(3 * 3_600))
            let exit = try await fixture.cross(.exited, observedAt: left)
            #expect(exit == .waits(until: fixture.time(180)))
            fixture.clock.advance(by: .seconds(179))
            #expect(try await fixture.departures.workNow() == fixture.time(1))
            #expect(
                try await fixture.cross(.entered, observedAt: left.advanced(by: .seconds(60))) == .cameBack)
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [.cameBack])
            #expect(!fixture.told.map(\.kind).contains("attendance.reminder"))
        }
    }

    @Test func `W4: the reports of a second source about one outing change nothing`() async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            #expect(try await fixture.cross(.exited) == .sameCrossing)
            fixture.clock.advance(by: .seconds(60))
            _ = try await fixture.cross(.entered)
            for (kind, seconds) in [(Crossing.Kind.exited, -55), (.entered, -2), (.entered, 0)] {
                let outcome = try await fixture.cross(
                    kind, observedAt: fixture.time(seconds), source: "gateway-2")
                #expect(outcome == .sameCrossing)
            }
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [.cameBack])
            #expect(
                try await fixture.store.read { try $0.reminderMachine(of: Fixture.ada) }
                    == ReminderStateMachine())
        }
    }

    @Test func `W4: a repeated report of a departure that waits leaves its decision in place`() async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            let before = try await fixture.today().decisions
            #expect(try await fixture.cross(.exited) == .sameCrossing)
            #expect(try await fixture.today().decisions == before)
            fixture.clock.advance(by: .seconds(180))
            _ = try await fixture.departures.workNow()
            #expect(try await fixture.reasons() == [.punchExpected])
        }
    }

    @Test func `a departure that is merged with one that counted leaves no decision of its own`() async throws
    {
        try await withDepartures { fixture in
            try await fixture.setExitDwell(0)
            let left = fixture.clock.timestamp
            _ = try await fixture.decision(.exited)
            fixture.clock.advance(by: .seconds(10))
            _ = try await fixture.decision(.entered)
            try await fixture.setExitDwell(180)
            fixture.clock.advance(by: .seconds(1_000))
            _ = try await fixture.cross(.exited, observedAt: left.advanced(by: .seconds(20)))
            #expect(try await fixture.reasons() == [.waiting, .nothingToPunch, .punchExpected])
            _ = try await fixture.cross(.entered, source: "phone")
            fixture.clock.advance(by: .seconds(180))
            _ = try await fixture.departures.workNow()
            #expect(try await fixture.reasons() == [.nothingToPunch, .nothingToPunch, .punchExpected])
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `a server that is killed between any two reports decides the same`(seed: UInt64) async throws {
        try await withDepartures { fixture in
            var random = SplitMix64(seed: seed)
            var door = DoorStateMachine()
            for _ in 0..<30 {
                fixture.clock.advance(by: .seconds([0, 20, 70, 200].randomElement(using: &random) ?? 1))
                let now = fixture.clock.timestamp
                let crossing = Crossing(
                    entrance: try #require(SpotID("door")),
                    kind: Bool.random(using: &random) ? .entered : .exited,
                    observedAt: fixture.time(-([0, 0, 30, 500].randomElement(using: &random) ?? 0)),
                    receivedAt: now,
                    source: try #require(CrossingSourceID(Bool.random(using: &random) ? "phone" : "gate")))
                _ = try door.apply(crossing)
                _ = try await fixture.service.crossed(crossing, by: Fixture.ada)
                if Bool.random(using: &random) {
                    _ = door.settle(at: now)
                    let next = try await fixture.departures.workNow()
                    let held = try await fixture.store.read {
                        try $0.heldDeparture(of: Fixture.ada)?.remindsAt
                    }
                    let asks = try await fixture.store.read { try $0.reminders(of: Fixture.ada).asksAt }
                    #expect(next == (door.waiting.map(\.settles) + [held, asks].compactMap(\.self)).min())
                }
                // The store is all that a new process has.
                #expect(try await fixture.store.read { try $0.door(of: Fixture.ada) } == door)
            }
        }
    }

    @Test func `W24: outings are forgotten when reminders are turned off`() async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            fixture.clock.advance(by: .seconds(60))
            _ = try await fixture.cross(.entered)
            fixture.clock.advance(by: .seconds(60))
            _ = try await fixture.cross(.exited)
            try await fixture.service.setReminders(of: Fixture.ada, on: false)
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            fixture.clock.advance(by: .seconds(180))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.reasons() == [.cameBack])
            #expect(try await fixture.store.read { try $0.door(of: Fixture.ada) } == DoorStateMachine())
        }
    }

    @Test func `a report that waited on the way counts in its own order`() async throws {
        try await withDepartures { fixture in
            _ = try await fixture.cross(.exited)
            fixture.clock.advance(by: .seconds(400))
            // The timer has not worked yet; the arrival lets the departure count first.
            #expect(try await fixture.decision(.entered).reason == .nothingToPunch)
            #expect(try await fixture.reasons() == [.nothingToPunch, .punchExpected])
        }
    }
}

/// A fixture with Ada clocked in, who wants reminders, a minute later.
private func withDepartures(_ body: (AttendanceFixture) async throws -> Void) async throws {
    try await withAttendance { fixture in
        try await fixture.service.setReminders(of: Fixture.ada, on: true)
        try await fixture.punch(.in, key: "in")
        fixture.clock.advance(by: .seconds(60))
        try await body(fixture)
    }
}

extension AttendanceFixture {
    fileprivate func time(_ seconds: Int) -> Timestamp { clock.timestamp.advanced(by: .seconds(seconds)) }

    fileprivate func reasons() async throws -> [ReminderReason] {
        let day = try await today()
        return day.decisions.map(\.reason)
    }

    fileprivate func setExitDwell(_ seconds: Int) async throws {
        let zone = #""timeZone":"#
        let text = CampusSample.text.replacing(zone, with: #""exitDwell": \#(seconds), "# + zone)
        _ = try await imports.importCampus(Array(text.utf8), name: "sample")
    }
}
