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

    /// How somebody with access to the file covers the deletion of a punch.
    enum Forgery: CaseIterable {
        case entryWithoutReport, entryOfAnEarlierReport, reportOfAnotherKey, copiedReport, otherKey,
            otherNumbers
    }

    /// Inserts a report that copies the earlier one under another name, and an entry.
    private static func insertReport(
        _ content: String, _ signature: String, covering number: Int64, in transaction: WriteTransaction
    ) throws {
        try transaction.connection.execute(
            """
            INSERT INTO attendance_reports (id, site, at, actor, content, signature)
            SELECT 'forged', site, at, actor, ?, ? FROM attendance_reports LIMIT 1
            """, content, signature)
        try insertEntry(of: "forged", covering: number, in: transaction)
    }

    private static func insertEntry(
        of report: String, covering number: Int64, in transaction: WriteTransaction
    ) throws {
        try transaction.connection.execute(
            "INSERT INTO attendance_deletions (report, record, first, last) VALUES (?, 'punch', ?, ?)",
            report,
            number, number)
    }

    private static func forge(_ forgery: Forgery, deleting number: Int64, in transaction: WriteTransaction)
        throws
    {
        let connection = transaction.connection
        let report = try connection.first("SELECT id, content, signature FROM attendance_reports") {
            (id: try $0.text(0), content: try $0.text(1), signature: try $0.text(2))
        }
        let (id, content, signature) = try #require(report)
        let renamed = content.replacingOccurrences(of: id, with: "forged")
        switch forgery {
        case .entryWithoutReport: try insertEntry(of: "forged", covering: number, in: transaction)
        case .entryOfAnEarlierReport: try insertEntry(of: id, covering: number, in: transaction)
        case .reportOfAnotherKey:
            let other = try P256PrivateKey().signature(of: Array(renamed.utf8))
            try insertReport(renamed, Base64URL.encode(other), covering: number, in: transaction)
        case .copiedReport: try insertReport(content, signature, covering: number, in: transaction)
        case .otherKey:
            let other = try P256PrivateKey()
            try connection.execute("UPDATE attendance_keys SET scalar = ?", other.scalar)
            try insertReport(
                renamed, Base64URL.encode(try other.signature(of: Array(renamed.utf8))), covering: number,
                in: transaction)
        case .otherNumbers:
            let key = try connection.first("SELECT scalar FROM attendance_keys") { try $0.blob(0) }
            let scalar = try #require(key)
            let own = try P256PrivateKey(scalar: scalar).signature(of: Array(renamed.utf8))
            try insertReport(renamed, Base64URL.encode(own), covering: number, in: transaction)
        }
        try transaction.linkAttendance()
    }

    @Test(arguments: Forgery.allCases)
    func `W47 W119: a deletion that no signed report covers is found`(forgery: Forgery) async throws {
        try await withAttendance { fixture in
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"country": "japan", "years": 3, "payday": 25}"#), name: "rule")
            try await punch(["2023-08", "2023-09", "2026-10"], fixture)
            let clerk = try #require(Self.clerk)
            let months = try await fixture.service.deleteExpired(by: clerk).first?.months
            #expect(months?.map(\.records) == [4, 4])
            #expect(try await check(fixture).contains("of which 8 were deleted"))
            try await fixture.store.write { transaction in
                try Self.forge(forgery, deleting: 10, in: transaction)
                try transaction.connection.execute("DELETE FROM punches WHERE number = 10")
            }
            let found = try await check(fixture)
            #expect(found.contains("damaged"), "\(found)")
        }
    }

    /// A punch at a minute of a day, which a phone sent later when it has a counter.
    private struct Press {
        let kind: PunchKind
        let day: String
        let minute: Int
        var startsBreak = false
        var counter: Int64?
        var person = Fixture.ada
    }

    private func press(_ presses: [Press], _ fixture: AttendanceFixture) async throws {
        let north = try #require(SiteID("north"))
        try await fixture.store.write { transaction in
            for press in presses {
                let date = try #require(CalendarDate(press.day))
                let time = Fixture.berlin.firstInstant(atMinute: press.minute, of: date)
                let punch = Punch(
                    id: try #require(PunchID("\(press.person)-\(date)-\(press.minute)")),
                    person: press.person,
                    kind: press.kind, time: time, deviceTime: nil, site: north, zone: Fixture.berlin,
                    reminder: nil, startsBreak: press.startsBreak)
                try transaction.insert(punch, key: PunchKey(text: punch.id.rawValue, fingerprint: [1]))
                guard let counter = press.counter else { continue }
                try transaction.insert(
                    OfflinePunch(device: "phone", counter: counter, sentAt: time), of: punch,
                    receivedAt: time.advanced(by: .seconds(3_600)))
            }
        }
    }

    /// Deletes what is due, and returns the identifiers of the punches and the counters of the offline ones that stay.
    private func afterDeletion(_ fixture: AttendanceFixture) async throws -> (
        punches: [String], offline: [Int64]
    ) {
        _ = try await fixture.imports.importCampus(
            Self.campus(#"{"country": "japan", "years": 3, "payday": 25}"#), name: "rule")
        let clerk = try #require(Self.clerk)
        _ = try await fixture.service.deleteExpired(by: clerk)
        let found = try await check(fixture)
        #expect(found.contains("sound"), "\(found)")
        return try await fixture.store.read { reading in
            (
                try reading.connection.all("SELECT id FROM punches ORDER BY number") { try $0.text(0) },
                try reading.connection.all("SELECT counter FROM offline_punches ORDER BY number") {
                    try $0.int64(0)
                }
            )
        }
    }

    @Test func `W52 W119: a shift over the end of a month is deleted with its break and its offline punches`()
        async throws
    {
        try await withAttendance { fixture in
            // The night of 30 September 2023 ends after five on 1 October; October is kept for four more days.
            try await press(
                [
                    Press(kind: .in, day: "2023-09-30", minute: 1_320, counter: 1),
                    Press(kind: .out, day: "2023-09-30", minute: 1_770, startsBreak: true, counter: 2),
                    Press(kind: .in, day: "2023-09-30", minute: 1_800, counter: 3),
                    Press(kind: .out, day: "2023-09-30", minute: 1_860, counter: 4),
                    Press(kind: .in, day: "2023-10-02", minute: 480, counter: 5),
                    Press(kind: .out, day: "2023-10-02", minute: 960),
                ], fixture)
            let left = try await afterDeletion(fixture)
            #expect(left.punches == ["ada-2023-10-02-480", "ada-2023-10-02-960"])
            #expect(left.offline == [5])
        }
    }

    @Test func `W119: the shift with the newest record of its kind stays whole`() async throws {
        try await withAttendance { fixture in
            let ben = Fixture.person("ben")
            try await press(
                [
                    Press(kind: .in, day: "2023-09-11", minute: 480, counter: 1),
                    Press(kind: .out, day: "2023-09-11", minute: 960),
                    Press(kind: .in, day: "2023-09-12", minute: 480, person: ben),
                    Press(kind: .in, day: "2023-09-12", minute: 490),
                    // The last punch that was sent later, and the last punch of all.
                    Press(kind: .out, day: "2023-09-12", minute: 960, counter: 2),
                    Press(kind: .out, day: "2023-09-12", minute: 970, person: ben),
                ], fixture)
            let left = try await afterDeletion(fixture)
            #expect(
                left.punches == [
                    "ben-2023-09-12-480", "ada-2023-09-12-490", "ada-2023-09-12-960", "ben-2023-09-12-970",
                ])
            #expect(left.offline == [2])
        }
    }

    @Test func `W119: the newest correction stays with its request`() async throws {
        try await withAttendance { fixture in
            let (north, month) = (try #require(SiteID("north")), try #require(CalendarMonth("2023-09")))
            try await fixture.store.write { transaction in
                for (id, act) in [
                    ("first", DayCorrection.Act.request), ("first", .accept), ("last", .request),
                    ("last", .accept),
                ] {
                    try transaction.insert(
                        DayCorrectionEntry(
                            id: try #require(DayCorrectionID(id)), act: act, person: Fixture.ada,
                            date: month.first,
                            time: Fixture.berlin.firstInstant(atMinute: 600, of: month.first),
                            actor: Fixture.grace, site: north, zone: Fixture.berlin, marks: [],
                            waivesBreak: false, reason: "forgotten"))
                }
            }
            _ = try await afterDeletion(fixture)
            let corrections = try await fixture.store.read {
                try $0.dayCorrections(of: Fixture.ada, month.first..<month.end)
            }
            #expect(corrections.map(\.id.rawValue) == ["last"])
            #expect(corrections.map { $0.decision?.act } == [.accept])
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
