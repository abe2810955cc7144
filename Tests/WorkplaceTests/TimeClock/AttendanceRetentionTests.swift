import Attendance
import Cryptography
import Essentials
import Foundation
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Records that are deleted when their time is over.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceRetentionTests {
    private static let clerk = PersonID("clerk")

    private static func campus(_ rule: String) -> [UInt8] {
        let member = #""id": "north", "attendanceRetention": \#(rule),"#
        return Array(CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: member).utf8)
    }

    /// Punches on the first and the last day of months, the last one over midnight.
    private func punch(_ months: [String], _ fixture: AttendanceFixture) async throws {
        let north = try #require(SiteID("north"))
        try await fixture.store.write { transaction in
            for month in months.compactMap({ CalendarMonth($0) }) {
                let last = month.end.advanced(byDays: -1)
                let times: [(PunchKind, CalendarDate, Int)] = [
                    (.in, month.first, 480), (.out, month.first, 960), (.in, last, 1_320),
                    (.out, last, 1_740 + 90),
                ]
                for (kind, date, minute) in times {
                    let punch = Punch(
                        id: try #require(PunchID("\(date)-\(minute)")), person: Fixture.ada, kind: kind,
                        time: Fixture.berlin.firstInstant(atMinute: minute, of: date), deviceTime: nil,
                        site: north, zone: Fixture.berlin, reminder: nil)
                    try transaction.insert(punch, key: PunchKey(text: punch.id.rawValue, fingerprint: [1]))
                }
            }
        }
    }

    private func check(_ fixture: AttendanceFixture) async throws -> String {
        try await fixture.store.read { "\(try DatabaseCheck.attendance.run($0.connection))" }
    }

    @Test(
        arguments: [
            (#"{"country": "japan", "years": 2, "payday": 25}"#, false),
            (#"{"country": "japan", "years": 3, "payday": 25}"#, true),
            (#"{"country": "france", "years": 4, "payday": 25}"#, false),
            (#"{"years": 4, "payday": 25}"#, false), (#"{"payday": 25}"#, true), (#"{"years": 9}"#, false),
        ])
    func `W119: a period below the floor of the country is refused`(rule: String, isTaken: Bool) {
        let result = Result { try CampusFile.read(Self.campus(rule), name: "campus") }
        #expect(((try? result.get()) != nil) == isTaken)
    }

    @Test func `W119: the later of the last entry and the payday counts, and the report is signed`()
        async throws
    {
        try await withAttendance { fixture in
            // Now it is 2026-11-21.
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"country": "japan", "years": 3, "payday": 25}"#), name: "rule")
            try await punch(["2023-09", "2023-10", "2023-11", "2026-10"], fixture)
            let due = try await fixture.service.deleteExpired(by: nil)
            // October 2023 was paid on 25 November 2023, so that it is kept for four more days.
            #expect(due.map(\.months).map { $0.map(\.month.description) } == [["2023-09"]])
            #expect(due.first?.months.first?.keptUntil.description == "2026-10-25")
            #expect(due.first?.months.first?.records == 4)
            let before = try await check(fixture)
            #expect(before.contains("16 records"))

            let clerk = try #require(Self.clerk)
            let report = try #require(try await fixture.service.deleteExpired(by: clerk).first)
            let document = try #require(report.document)
            let key = try PublicKey(
                curve: .p256, uncompressedPoint: try #require(report.key.flatMap { Base64URL.decode($0) }))
            let signature = try #require(report.signature.flatMap { Base64URL.decode($0) })
            #expect(
                key.isValid(
                    signature: signature, of: Array(document.utf8), algorithm: .es256(.concatenated)))
            let left = try await fixture.store.read { reading in
                try reading.connection.first("SELECT count(*), min(id) FROM punches") {
                    (try $0.int64(0), try $0.text(1))
                }
            }
            #expect(left?.0 == 12)
            #expect(left?.1.hasPrefix("2023-10-01") == true)
            #expect(try await fixture.service.deleteExpired(by: clerk).isEmpty)
            // The chain is whole, and says what was deleted.
            #expect(try await check(fixture).contains("of which 4 were deleted"))
            try await fixture.punch(.in, key: "later")
            #expect(try await check(fixture).contains("of which 4 were deleted"))
        }
    }

    @Test func `W35 W119: nothing within its period can be deleted, and without a rule nothing is due`()
        async throws
    {
        try await withAttendance { fixture in
            try await punch(["2016-10", "2026-10"], fixture)
            #expect(try await fixture.service.deleteExpired(by: nil).isEmpty)
            await #expect(throws: (any Error).self) {
                try await fixture.store.write {
                    try $0.connection.execute("DELETE FROM punches WHERE number = 1")
                }
            }
            #expect(try await check(fixture).contains("8 records"))
        }
    }
}
