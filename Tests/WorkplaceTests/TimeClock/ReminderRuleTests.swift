import Attendance
import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What the organisation and a person say of reminders, as the service follows it.
///
/// It is Saturday noon in Berlin.
@Suite(.timeLimit(.minutes(1)))
struct ReminderRuleTests {
    private static let week: [Weekday: WorkPattern.Day] = {
        guard let hours = LocalTimeRange("09:00–17:30"), let rest = LocalTimeRange("12:00–13:00"),
            let day = WorkPattern.Day(hours: hours, rest: rest)
        else { preconditionFailure("these are hours") }
        return [.saturday: day]
    }()

    /// Ada, who is clocked in and wants reminders, with her wishes.
    private func withAda(
        _ wishes: ReminderWishes = ReminderWishes(), _ body: (AttendanceFixture) async throws -> Void
    ) async throws {
        try await withAttendance { fixture in
            try await fixture.service.setReminders(of: AttendanceFixture.ada, on: true)
            _ = try await fixture.service.setWishes(wishes, of: AttendanceFixture.ada)
            try await fixture.punch(.in, key: "morning")
            fixture.clock.advance(by: .seconds(60))
            try await body(fixture)
        }
    }

    @Test func `W21: lunch in the break is not asked about, and whoever comes back is told why`() async throws
    {
        try await withAda(ReminderWishes(week: Self.week)) { fixture in
            let held = try await fixture.departure()
            #expect(held.reason == .onBreak)
            // A quarter of an hour after the break ends.
            #expect(held.remindsAt == Fixture.noon.advanced(by: .seconds(75 * 60)))
            fixture.clock.advance(by: .seconds(45 * 60))
            #expect(try await fixture.decision(.entered).reason == .nothingToPunch)
            fixture.clock.advance(by: .seconds(3_600))
            #expect(try await fixture.departureDue() == nil)
            let decisions = try await fixture.today().decisions
            #expect(decisions.map(\.reason) == [.nothingToPunch, .cameBack])
            #expect(decisions.allSatisfy { $0.remindsAt == nil })
            #expect(!fixture.told.map(\.kind).contains("attendance.reminder"))
        }
    }

    @Test func `W21: a lunch that goes on after the break and its margin reminds then, also after a restart`()
        async throws
    {
        try await withAda(ReminderWishes(week: Self.week)) { fixture in
            let held = try await fixture.departure()
            let due = try #require(held.remindsAt)
            let left = fixture.clock.timestamp
            // Everything that a restart needs is in the store: the timer of a new process finds it.
            let timer = DueTimer.departures(
                store: fixture.store, campuses: fixture.campuses, clock: fixture.clock,
                now: { fixture.clock.timestamp })
            #expect(try await timer.workNow() == due)
            fixture.clock.advance(by: left.duration(to: due))
            #expect(try await fixture.departureDue(timer) == nil)
            let pending = try #require(try await fixture.today().pending)
            #expect(pending.reason == .stayedAway)
            #expect(pending.id == held.id)
            #expect(fixture.told.map(\.kind).contains("attendance.reminder"))
        }
    }

    @Test func `W20: soon after a reminder a departure is held back, and the last one of the day reminds`()
        async throws
    {
        try await withAda { fixture in
            #expect(try await fixture.departure().reason == .punchExpected)
            fixture.clock.advance(by: .seconds(600))
            #expect(try await fixture.decision(.entered).reason == .nothingToPunch)
            // Back at work, nothing asks any more.
            #expect(try await fixture.today().pending == nil)
            #expect(fixture.told.last { $0.kind.hasPrefix("attendance") }?.kind == "attendance.reminder-over")
            fixture.clock.advance(by: .seconds(3_600))
            let last = try await fixture.departure()
            #expect(last.reason == .recentReminder)
            let due = try #require(last.remindsAt)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: due))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.today().pending?.crossing == last.crossing)
        }
    }

    @Test func `W25: a punch while a departure is held back answers it`() async throws {
        try await withAda(ReminderWishes(week: Self.week)) { fixture in
            let due = try #require(try await fixture.departure().remindsAt)
            try await fixture.punch(.out, key: "lunch")
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: due))
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.today().decisions.map(\.reason) == [.nothingToPunch])
        }
    }

    @Test func `W24: a departure that is held back is forgotten when reminders are turned off`() async throws
    {
        try await withAda(ReminderWishes(week: Self.week)) { fixture in
            _ = try await fixture.departure()
            try await fixture.service.setReminders(of: AttendanceFixture.ada, on: false)
            #expect(try await fixture.departureDue() == nil)
            #expect(try await fixture.today().decisions.isEmpty)
            // The wishes stay.
            let setting = try await fixture.service.setReminders(of: AttendanceFixture.ada, on: true)
            #expect(setting.wishes.week == Self.week)
        }
    }

    @Test func `W26: nothing reminds on a day off, unless it is wanted`() async throws {
        let today = Zone.utc.date(at: Fixture.noon)
        try await withAda(ReminderWishes(daysOff: [today])) { fixture in
            let decision = try await fixture.departure()
            #expect(decision.reason == .dayOff)
        }
        try await withAda(ReminderWishes(daysOff: [today], remindsOnDaysOff: true)) { fixture in
            let decision = try await fixture.departure()
            #expect(decision.reason == .punchExpected)
        }
    }

    @Test func `W22: organisation, place and person set the window, and a place its holidays`() async throws {
        try await withAda { fixture in
            func load(_ changes: [(String, String)]) async throws {
                let text = changes.reduce(CampusSample.text) { $0.replacing($1.0, with: $1.1) }
                #expect(text != CampusSample.text)
                _ = try await fixture.imports.importCampus(Array(text.utf8), name: "changed")
            }
            let organisation = (#""defaultLanguage""#, #""reminders": { "window": 60 }, "defaultLanguage""#)
            let site = (#""id": "north","#, #""id": "north", "reminderWindow": 30, "#)
            let holiday = (#""id": "north","#, #""id": "north", "holidays": ["2026-11-21"], "#)
            _ = try await fixture.departure()
            func remindsAt() async throws -> Timestamp? {
                fixture.clock.advance(by: .seconds(60))
                _ = try await fixture.cross(.entered)
                fixture.clock.advance(by: .seconds(60))
                return try await fixture.departure().remindsAt
            }
            let first = try #require(try await fixture.today().decisions.last).cause.time
            #expect(try await remindsAt() == first.advanced(by: .seconds(7_200)))
            try await load([organisation])
            #expect(try await remindsAt() == first.advanced(by: .seconds(3_600)))
            try await load([organisation, site])
            #expect(try await remindsAt() == first.advanced(by: .seconds(1_800)))
            _ = try await fixture.service.setWishes(
                ReminderWishes(window: .seconds(2_400)), of: AttendanceFixture.ada)
            #expect(try await remindsAt() == first.advanced(by: .seconds(2_400)))
            try await load([holiday])
            fixture.clock.advance(by: .seconds(60))
            _ = try await fixture.cross(.entered)
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.departure().reason == .dayOff)
        }
    }

    @Test(
        arguments: [
            #"{"window": 721}"#, #"{"window": -1}"#, #"{"window": "60"}"#, #"{"week": {"mon": {}}}"#,
            #"{"week": {"monday": {"break": "12:00-13:00"}}}"#,
            #"{"week": {"monday": {"hours": "09:00-17:00", "break": "18:00-19:00"}}}"#,
            #"{"week": {"monday": {"hours": "9-17"}}}"#, #"{"daysOff": ["2026-02-30"]}"#,
            #"{"onDaysOff": 1}"#,
            #"{"mode": "article"}"#,
        ])
    func `wishes with a mistake are refused`(text: String) throws {
        let document = try JSONValue(parsing: Array(text.utf8))
        #expect(throws: JSONMistakes.self) { try document.read { ReminderWishes($0) } }
    }

    @Test func `wishes come back as they were written`() throws {
        let day = try #require(CalendarDate("2026-12-24"))
        let wishes = ReminderWishes(window: .zero, week: Self.week, daysOff: [day], remindsOnDaysOff: true)
        for each in [wishes, ReminderWishes()] {
            let copy = try each.document.read { ReminderWishes($0) }
            #expect(copy == each)
        }
    }
}
