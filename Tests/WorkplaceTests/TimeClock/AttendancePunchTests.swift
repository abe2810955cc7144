import Attendance
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct AttendancePunchTests {
    @Test func `W36: a punch is recorded at the server's time, with the device's beside it`() async throws {
        try await withAttendance { fixture in
            let deviceTime = Fixture.noon.advanced(by: .seconds(-121))
            let recorded = try await fixture.punch(.in, key: "a", deviceTime: deviceTime)
            #expect(!recorded.isReplay)
            #expect(recorded.punch.time == Fixture.noon)
            #expect(recorded.punch.deviceTime == deviceTime)
            #expect(recorded.punch.isSkewed)
            #expect(recorded.punch.zone == Fixture.berlin)
            let day = try await fixture.today()
            #expect(day.punches == [recorded.punch])
            #expect(day.state == .in(since: Fixture.noon))
            #expect(
                fixture.told.last?.body == """
                    {"punch":"\(recorded.punch.id)","kind":"in","at":"\(Fixture.noon)"}
                    """)
        }
    }

    @Test func `W12: without any crossing one can clock in and out by hand`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(1))
            try await fixture.punch(.out, key: "b", site: nil)
            #expect(try await fixture.today().punches.map(\.kind) == [.in, .out])
            #expect(try await fixture.today().state == .out(since: fixture.clock.timestamp))
        }
    }

    @Test func `the same key is answered with the same punch, and another request with it is refused`()
        async throws
    {
        try await withAttendance { fixture in
            let first = try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(3_600))
            let second = try await fixture.punch(.in, key: "a")
            #expect(second.isReplay)
            #expect(second.punch == first.punch)
            await #expect(throws: WorkplaceRefusal.keyReused) {
                try await fixture.punch(.out, key: "a", fingerprint: [2])
            }
            try await fixture.punch(.in, key: "a", by: try #require(PersonID("ben")))
        }
    }

    @Test func `of fifty simultaneous punches one is recorded, and the others learn where they stand`()
        async throws
    {
        try await withAttendance { fixture in
            let refusals = await withTaskGroup(of: PunchRefusal?.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        do {
                            try await fixture.punch(.in, key: "key-\(number)")
                            return nil
                        } catch {
                            return (error as? PunchRefused)?.reason
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let punches = try await fixture.today().punches
            #expect(punches.count == 1)
            #expect(refusals.filter { $0 == nil }.count == 1)
            #expect(refusals.filter { $0 == .repeated(.in(since: Fixture.noon)) }.count == 49)
        }
    }

    @Test func `W39: within a minute it is the same act, afterwards it is out of turn`() async throws {
        try await withAttendance { fixture in
            let first = try await fixture.punch(.in, key: "a").punch
            let state = PunchStateMachine.State.in(since: Fixture.noon)
            for (seconds, reason) in [(60, PunchRefusal.repeated(state)), (1, .illegal(state))] {
                fixture.clock.advance(by: .seconds(seconds))
                await #expect(throws: PunchRefused(reason: reason, last: first)) {
                    try await fixture.punch(.in, key: "b")
                }
            }
            #expect(try await fixture.today().punches == [first])
        }
    }

    @Test func `W33: a punch says which reminder prompted it, and is made at the reminder's site`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let reminder = try await fixture.decision(.entered, at: "gate")
            #expect(try await fixture.today().site?.id.rawValue == "south")
            let punch = try await fixture.punch(.in, key: "a", site: nil, reminder: reminder.id).punch
            #expect(punch.reminder == reminder.id)
            #expect(punch.site.rawValue == "south")
            #expect(punch.zone.identifier == "Asia/Tokyo")
        }
    }

    @Test func `a reminder that was not one, or is somebody else's, prompts nothing`() async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            let shown = try await fixture.decision(.entered)
            fixture.clock.advance(by: .seconds(600))
            let suppressed = try await fixture.decision(.entered)
            await #expect(throws: WorkplaceRefusal.unknownReminder(suppressed.id)) {
                try await fixture.punch(.in, key: "a", reminder: suppressed.id)
            }
            await #expect(throws: WorkplaceRefusal.unknownReminder(shown.id)) {
                try await fixture.punch(.in, key: "a", reminder: shown.id, by: try #require(PersonID("ben")))
            }
            #expect(try await fixture.today().punches.isEmpty)
        }
    }

    @Test func `where nothing tells the site, it is asked for; one that is not there is refused`()
        async throws
    {
        try await withAttendance { fixture in
            #expect(try await fixture.today().site == nil)
            await #expect(throws: WorkplaceRefusal.siteNeeded) {
                try await fixture.punch(.in, key: "a", site: nil)
            }
            let moon = try #require(SiteID("moon"))
            await #expect(throws: WorkplaceRefusal.unknownSite(moon)) {
                try await fixture.punch(.in, key: "a", site: "moon")
            }
            try await fixture.punch(.in, key: "a", site: "south")
            #expect(try await fixture.today().site?.id.rawValue == "south")
        }
    }

    @Test func `a day begins at five by the site's clock, and the state goes over it`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(24 * 3_600))
            let day = try await fixture.today()
            #expect(day.punches.isEmpty)
            #expect(day.state == .in(since: Fixture.noon))
        }
    }
}
