import Attendance
import Essentials
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Punches that a device sends later.
@Suite(.timeLimit(.minutes(1)))
struct OfflinePunchTests {
    /// A punch that was made some seconds ago, by a clock that is three hours wrong.
    private func punch(
        _ kind: PunchKind, ago seconds: Int, counter: Int64, key: String, _ fixture: AttendanceFixture,
        device: String = "phone"
    ) async throws -> RecordedPunch {
        let sent = fixture.clock.timestamp.advanced(by: .seconds(3 * 3_600))
        return try await fixture.service.punch(
            PunchRequest(
                person: Fixture.ada, kind: kind, deviceTime: sent.advanced(by: .seconds(-seconds)),
                reminder: nil, site: SiteID("north"),
                offline: OfflinePunch(device: device, counter: counter, sentAt: sent),
                key: PunchKey(text: key, fingerprint: [1])))
    }

    @Test func `W37: a punch counts from when it was made, whatever the device's clock shows, and only once`()
        async throws
    {
        try await withAttendance { fixture in
            let first = try await punch(.in, ago: 7_200, counter: 1, key: "a", fixture)
            #expect(first.punch.time == Fixture.noon.advanced(by: .seconds(-7_200)))
            #expect(first.punch.source == .offline)
            let again = try await punch(.in, ago: 7_200, counter: 1, key: "a", fixture)
            #expect(again.isReplay)
            #expect(again.punch == first.punch)
            let second = try await punch(.out, ago: 3_600, counter: 2, key: "b", fixture)
            #expect(second.punch.time == Fixture.noon.advanced(by: .seconds(-3_600)))
            // A clock-in and then a clock-out of now; the mark changes nothing.
            let now = try await punch(.in, ago: 5, counter: 3, key: "c", fixture)
            #expect(now.punch.time == Fixture.noon)
            #expect(now.punch.source == .person)
            let rows = try await fixture.store.read { reading in
                try reading.connection.all(
                    "SELECT punch, counter, received_at FROM offline_punches ORDER BY number"
                ) { "\(try $0.text(0)) \(try $0.int64(1)) \(try $0.int64(2))" }
            }
            let noon = Fixture.noon.millisecondsSinceEpoch
            #expect(rows == ["\(first.punch.id) 1 \(noon)", "\(second.punch.id) 2 \(noon)"])
            let chain = try await fixture.store.read { "\(try DatabaseCheck.attendance.run($0.connection))" }
            #expect(chain.contains("5 records"))
        }
    }

    @Test func `W37: what is too old or out of order is refused, and nothing is recorded`()
        async throws
    {
        try await withAttendance { fixture in
            await #expect(throws: OfflinePunchRefusal.age) {
                try await punch(.in, ago: 72 * 3_600 + 1, counter: 1, key: "a", fixture)
            }
            await #expect(throws: OfflinePunchRefusal.age) {
                try await punch(.in, ago: -1, counter: 1, key: "a", fixture)
            }
            _ = try await punch(.in, ago: 3_600, counter: 5, key: "b", fixture)
            await #expect(throws: OfflinePunchRefusal.counter(last: 5)) {
                try await punch(.out, ago: 1_800, counter: 5, key: "c", fixture)
            }
            let last = Fixture.noon.advanced(by: .seconds(-3_600))
            await #expect(throws: OfflinePunchRefusal.order(last: last)) {
                try await punch(.out, ago: 3_601, counter: 6, key: "d", fixture)
            }
            let count = try await fixture.store.read { reading in
                try reading.connection.first("SELECT count(*) FROM punches") { try $0.int64(0) }
            }
            #expect(count == 1)
        }
    }

    @Test func `W37 W45: a punch of a closed month that is sent later is refused, and nothing is recorded`()
        async throws
    {
        try await withAttendance { fixture in
            let today = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
            let month = CalendarMonth(of: today)
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(3_600))
            try await fixture.punch(.out, key: "b")
            // Ten in the morning of the first day of the next month.
            let end = Fixture.berlin.firstInstant(atMinute: 600, of: month.end)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
            let north = try #require(SiteID("north"))
            _ = try await fixture.service.close(
                month, at: north, acceptingMissing: false, by: AttendanceFixture.approver)
            func records() async throws -> String {
                try await fixture.store.read { "\(try DatabaseCheck.attendance.run($0.connection))" }
            }
            let before = try await records()
            // A day begins at five, so that four in the morning is of the closed month.
            for (hours, key) in [(12, "c"), (6, "d")] {
                await #expect(throws: OfflinePunchRefusal.closed) {
                    try await punch(.in, ago: hours * 3_600, counter: 1, key: key, fixture)
                }
            }
            #expect(try await records() == before)
            // Five in the morning is of the next month.
            let next = try await punch(.in, ago: 5 * 3_600, counter: 1, key: "e", fixture)
            #expect(next.punch.source == .offline)
        }
    }

    @Test func `W46: each time says how it was recorded`() async throws {
        try await withAttendance { fixture in
            _ = try await punch(.in, ago: 7_200, counter: 1, key: "a", fixture)
            let done = try await fixture.service.punch(
                PunchRequest(
                    person: Fixture.ada, kind: .out, deviceTime: nil, reminder: nil, site: SiteID("north"),
                    isFromProgram: true, key: PunchKey(text: "b", fingerprint: [1])))
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            #expect(month.sources[done.punch.id] == "program")
            #expect(Set(month.sources.values) == ["offline", "program"])
            #expect(PunchSource.words.contains("offline") && PunchSource.words.contains("badge"))
        }
    }
}
