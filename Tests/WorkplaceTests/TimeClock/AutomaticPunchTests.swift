import Attendance
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// A place that records arrivals and departures by itself.
///
/// It is Saturday noon in Berlin.
@Suite(.timeLimit(.minutes(1)))
struct AutomaticPunchTests {
    /// Ada wants reminders, and the site records her crossings until a date.
    private func withAda(
        until: String = "2099-12-31", informed: String = "ada",
        _ body: (AttendanceFixture) async throws -> Void
    ) async throws {
        try await withAttendance { fixture in
            let site = #""id": "north", "name": {"en": "North"},"#
            let text = CampusSample.text.replacing(
                site,
                with: site + #" "automaticPunches": {"until": "\#(until)", "informed": ["\#(informed)"]},"#)
            #expect(text != CampusSample.text)
            _ = try await fixture.imports.importCampus(Array(text.utf8), name: "automatic")
            try await fixture.service.setReminders(of: Fixture.ada, on: true)
            try await body(fixture)
        }
    }

    /// Lets time pass, and what is due then.
    private func pass(_ duration: Duration, _ fixture: AttendanceFixture) async throws {
        fixture.clock.advance(by: duration)
        _ = try await fixture.departures.workNow()
    }

    private func punches(_ fixture: AttendanceFixture) async throws -> [Punch] {
        try await fixture.store.read {
            try $0.punches(
                of: Fixture.ada, from: Timestamp(millisecondsSinceEpoch: 0),
                before: Timestamp(millisecondsSinceEpoch: .max))
        }
    }

    private func leave(_ fixture: AttendanceFixture) async throws -> Timestamp {
        let left = fixture.clock.timestamp
        _ = try await fixture.cross(.exited)
        try await pass(.seconds(200), fixture)
        return left
    }

    @Test
    func
        `W15: a departure is provisional, a return cancels it, and only the last one is recorded, when the day changes`()
        async throws
    {
        try await withAda { fixture in
            let came = fixture.clock.timestamp
            _ = try await fixture.cross(.entered)
            let arrival = try #require(try await punches(fixture).last)
            #expect((arrival.kind, arrival.time) == (.in, came))
            #expect(arrival.source == .automatic(try #require(SpotID("door"))))
            // Lunch.
            fixture.clock.advance(by: .seconds(3_600))
            let lunch = try await leave(fixture)
            let provisional = try #require(try await fixture.today().provisionalExit)
            #expect(provisional.departure.observedAt == lunch)
            #expect(try await punches(fixture).count == 1)
            fixture.clock.advance(by: .seconds(1_800))
            _ = try await fixture.cross(.entered)
            #expect(try await fixture.today().provisionalExit == nil)
            // The end of the day.
            fixture.clock.advance(by: .seconds(4 * 3_600))
            let left = try await leave(fixture)
            let settles = try #require(try await fixture.today().provisionalExit).settlesAt
            #expect(Fixture.berlin.dateAndMinute(at: settles).minute == 5 * 60)
            try await pass(fixture.clock.timestamp.duration(to: settles) - .milliseconds(1), fixture)
            #expect(try await punches(fixture).count == 1)
            try await pass(.milliseconds(1), fixture)
            let all = try await punches(fixture)
            #expect(all.map(\.kind) == [.in, .out])
            #expect(all.last?.time == left)
            #expect(all.last?.source == .automatic(try #require(SpotID("door"))))
            #expect(try await fixture.today().provisionalExit == nil)
            // Nothing asked anything.
            #expect(!fixture.told.map(\.kind).contains("attendance.reminder"))
            // Settling again records nothing more.
            try await pass(.seconds(3_600), fixture)
            #expect(try await punches(fixture).count == 2)
        }
    }

    @Test
    func `a punch by hand is worth more than a provisional departure`() async throws {
        try await withAda { fixture in
            _ = try await fixture.cross(.entered)
            fixture.clock.advance(by: .seconds(3_600))
            _ = try await leave(fixture)
            try await fixture.punch(.out, key: "by hand")
            #expect(try await fixture.today().provisionalExit == nil)
            try await pass(.seconds(24 * 3_600), fixture)
            #expect(
                try await punches(fixture).map(\.source) == [
                    .automatic(try #require(SpotID("door"))), .person,
                ])
        }
    }

    @Test
    func `who turns reminders off is not recorded any more`() async throws {
        try await withAda { fixture in
            _ = try await fixture.cross(.entered)
            fixture.clock.advance(by: .seconds(3_600))
            _ = try await leave(fixture)
            try await fixture.service.setReminders(of: Fixture.ada, on: false)
            try await pass(.seconds(24 * 3_600), fixture)
            #expect(try await punches(fixture).count == 1)
            #expect(try await fixture.cross(.entered) == .remindersOff)
        }
    }

    @Test(arguments: [("2000-01-01", "ada"), ("2099-12-31", "ben")])
    func `W9 W127: after the end date, and for who was not informed, a crossing only reminds`(
        until: String, informed: String
    ) async throws {
        try await withAda(until: until, informed: informed) { fixture in
            _ = try await fixture.cross(.entered)
            #expect(try await punches(fixture).isEmpty)
            #expect(try await fixture.today().pending != nil)
            #expect(try await fixture.today().recordedAt.isEmpty)
        }
    }

    @Test
    func `a repeated report records one arrival, and a late one none`() async throws {
        try await withAda { fixture in
            _ = try await fixture.cross(.entered)
            _ = try await fixture.cross(.foundInside, source: "gateway-2")
            #expect(try await punches(fixture).count == 1)
            fixture.clock.advance(by: .seconds(30 * 3_600))
            _ = try await fixture.cross(
                .exited, observedAt: fixture.clock.timestamp.advanced(by: .seconds(-25 * 3_600)))
            try await pass(.seconds(24 * 3_600), fixture)
            #expect(try await punches(fixture).count == 1)
        }
    }
}
