import Attendance
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Punches that nothing has ended, and days that are replayed.
///
/// It is Saturday noon in Berlin.
@Suite(.timeLimit(.minutes(1)))
struct OpenPunchTests {
    private static let week: [Weekday: WorkPattern.Day] = {
        guard let hours = LocalTimeRange("09:00–17:30"), let day = WorkPattern.Day(hours: hours) else {
            preconditionFailure("these are hours")
        }
        return [.saturday: day]
    }()
    private static let sixOClock = Fixture.noon.advanced(by: .seconds(6 * 3_600))

    /// Ada, who is clocked in, works until half past five, and wants reminders.
    private func withAda(_ body: (AttendanceFixture) async throws -> Void) async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            _ = try await fixture.service.setWishes(ReminderWishes(week: Self.week), of: Fixture.ada)
            try await fixture.punch(.in, key: "in")
            try await body(fixture)
        }
    }

    @Test
    func
        `W34: half an hour after work a forgotten clock-out is noticed without any crossing, also after a restart`()
        async throws
    {
        try await withAda { fixture in
            let timer = DueTimer.departures(
                store: fixture.store, campuses: fixture.campuses, clock: fixture.clock,
                now: { fixture.clock.timestamp })
            #expect(try await timer.workNow() == Self.sixOClock)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: Self.sixOClock))
            #expect(try await timer.workNow() == nil)
            let pending = try #require(try await fixture.today().pending)
            #expect(pending.cause == .time(Self.sixOClock, site: try #require(SiteID("north"))))
            #expect(pending.reason == .hoursEnded)
            #expect(pending.proposal == .out)
            #expect(fixture.told.map(\.kind).contains("attendance.reminder"))
            let notices = try await fixture.store.read { try $0.notices(of: Fixture.ada, limit: 9) }
            #expect(notices.map(\.kind) == [.forgottenClockOut])
            #expect(notices.first?.path == "/attendance?reminder=\(pending.id)")
            // It is asked once, and the punch that answers it names it.
            let punched = try await fixture.punch(.out, key: "out", site: nil, reminder: pending.id)
            #expect(punched.punch.reminder == pending.id)
            #expect(try await fixture.today().pending == nil)
            #expect(try await timer.workNow() == nil)
        }
    }

    @Test
    func
        `W24 W34: nothing is asked with reminders off, after a clock-out, or by a rule that does not know punches`()
        async throws
    {
        try await withAda { fixture in
            try await fixture.service.setReminders(of: Fixture.ada, on: false)
            #expect(try await fixture.departures.workNow() == nil)
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            #expect(try await fixture.departures.workNow() == Self.sixOClock)
            try await fixture.punch(.out, key: "out")
            #expect(try await fixture.departures.workNow() == nil)
            fixture.clock.advance(by: .seconds(61))
            try await fixture.punch(.in, key: "again")
            let rule = #""reminders": { "mode": "article" }, "defaultLanguage""#
            let text = CampusSample.text.replacing(#""defaultLanguage""#, with: rule)
            _ = try await fixture.imports.importCampus(Array(text.utf8), name: "changed")
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: Self.sixOClock))
            #expect(try await fixture.departures.workNow() == nil)
            #expect(try await fixture.today().decisions.isEmpty)
        }
    }

    @Test func `a day is replayed under another rule from what is kept of it, and nothing is stored`()
        async throws
    {
        try await withAda { fixture in
            func pass(_ minutes: Int) { fixture.clock.advance(by: .seconds(minutes * 60)) }
            pass(60)
            _ = try await fixture.departure()
            pass(10)
            _ = try await fixture.cross(.entered)
            pass(60)
            // A step outside, of which only the time of the return is kept.
            _ = try await fixture.cross(.exited)
            pass(1)
            _ = try await fixture.cross(.entered)
            pass(30)
            let last = fixture.clock.timestamp
            _ = try await fixture.departure()
            // The timer works whenever something is due.
            while let due = try await fixture.departures.workNow() {
                fixture.clock.advance(by: fixture.clock.timestamp.duration(to: due))
            }
            let before = try await fixture.today().decisions
            let replay = try await fixture.service.replay(of: Fixture.ada, mode: nil, window: nil)
            #expect(replay.mode == .ledgerAware)
            #expect(replay.decisions.map(\.cause) == before.reversed().map(\.cause))
            #expect(replay.decisions.map(\.reason) == before.reversed().map(\.reason))
            let article = try await fixture.service.replay(of: Fixture.ada, mode: .article, window: nil)
            // The article's rule loses the last departure, which is less than two hours after another one.
            #expect(article.decisions.last { $0.cause.time == last }?.reason == .recentCrossing)
            let short = try await fixture.service.replay(
                of: Fixture.ada, mode: .article, window: .seconds(3_600))
            #expect(short.decisions.last { $0.cause.time == last }?.reason == .windowPassed)
            #expect(try await fixture.today().decisions == before)
        }
    }
}
