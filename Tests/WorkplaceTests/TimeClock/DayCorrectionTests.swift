import Attendance
import Essentials
import Foundation
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Corrections of days, months with them, and the chain of records.
@Suite(.timeLimit(.minutes(2)))
struct DayCorrectionTests {
    private static let approver = person(Fixture.grace, RoleGrant(.approver))

    private static func person(_ id: PersonID, _ grant: RoleGrant) -> Person {
        guard let english = LanguageTag("en") else { preconditionFailure("no English") }
        return Person(
            id: id, name: id.rawValue, grants: [grant], language: english, locale: english,
            openingBalances: [])
    }

    /// The day of the fixture's clock, which stands at noon in Berlin.
    private static let today = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)

    private func propose(
        _ steps: [(WorkMark.Kind, Int)], on date: CalendarDate = today, key: String = "k",
        in fixture: AttendanceFixture
    ) async throws -> DayCorrection {
        try await fixture.service.request(
            DayCorrectionRequest(
                person: Fixture.ada, date: date,
                marks: steps.map { ProposedMark($0.0, at: .local(date, minute: $0.1, isSecond: nil)) },
                site: SiteID("north"), reason: "forgotten",
                key: PunchKey(text: key, fingerprint: [1]))
        ).correction
    }

    @Test func `W43 W35: an accepted correction counts, and the punches stay`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(20 * 3_600))
            try await fixture.punch(.in, key: "b", forgotOut: true)
            let correction = try await propose([(.in, 14 * 60), (.out, 18 * 60)], in: fixture)
            var days = try await fixture.service.month(nil, of: Fixture.ada).content
            #expect(days.days.first { $0.date == Self.today }?.state == .waiting)
            let decided = try await fixture.service.decide(
                correction.id, .accept, reason: "", by: Self.approver)
            #expect(decided.decision?.act == .accept)
            #expect(decided.decision?.actor == Fixture.grace)
            days = try await fixture.service.month(nil, of: Fixture.ada).content
            let day = try #require(days.days.first { $0.date == Self.today })
            #expect(day.state == .complete)
            #expect(day.workedSeconds == 4 * 3_600)
            #expect(day.punched.flatMap(\.marks).map(\.kind) == [.in])
            // The next day goes on.
            #expect(days.count(.running) == 1)
            #expect(fixture.told.contains { $0.kind == "attendance.correction" })
            let notice = try await fixture.store.read { reading in
                try reading.notice(tagged: "correction/\(correction.id)", of: Fixture.ada)
            }
            #expect(notice?.kind == .correctionDecided)
        }
    }

    @Test func `W43: other times and a rejection leave a trace, and nothing is decided twice`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(8 * 3_600))
            try await fixture.punch(.out, key: "b")
            let first = try await propose([(.in, 9 * 60), (.out, 19 * 60)], in: fixture)
            await #expect(throws: DayCorrectionRefusal.waiting(first.id)) {
                try await propose([(.in, 9 * 60), (.out, 18 * 60)], key: "l", in: fixture)
            }
            _ = try await fixture.service.decide(
                first.id, .reject, reason: "you were seen", by: Self.approver)
            await #expect(throws: DayCorrectionRefusal.decided) {
                try await fixture.service.decide(first.id, .accept, reason: "", by: Self.approver)
            }
            let second = try await propose([(.in, 9 * 60), (.out, 19 * 60)], key: "m", in: fixture)
            let changed = try await fixture.service.decide(
                second.id,
                .change([
                    ProposedMark(.in, at: .local(Self.today, minute: 10 * 60, isSecond: nil)),
                    ProposedMark(.out, at: .local(Self.today, minute: 12 * 60, isSecond: nil)),
                ]), reason: "as agreed", by: Self.approver)
            #expect(changed.marks.count == 2 && changed.decision?.marks?.count == 2)
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            #expect(month.days.first { $0.date == Self.today }?.workedSeconds == 2 * 3_600)
            #expect(
                month.corrections[Self.today]?.compactMap(\.decision?.reason) == [
                    "you were seen", "as agreed",
                ])
        }
    }

    @Test func `W43: nobody decides about their own day, or about what is not theirs`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(3_600))
            await #expect(throws: DayCorrectionRefusal.running) {
                try await propose([(.in, 9 * 60), (.out, 10 * 60)], in: fixture)
            }
            try await fixture.punch(.out, key: "b")
            let correction = try await propose([(.in, 9 * 60), (.out, 10 * 60)], in: fixture)
            let own = Self.person(Fixture.ada, RoleGrant(.approver))
            await #expect(throws: DayCorrectionRefusal.own) {
                try await fixture.service.decide(correction.id, .accept, reason: "", by: own)
            }
            let elsewhere = Self.person(
                Fixture.grace, RoleGrant(.approver, .site(try #require(SiteID("south")))))
            await #expect(throws: DayCorrectionRefusal.unknown) {
                try await fixture.service.decide(correction.id, .accept, reason: "", by: elsewhere)
            }
            #expect(try await fixture.service.corrections(for: elsewhere).waiting.isEmpty)
            let withdrawn = try await fixture.service.withdraw(correction.id, by: Fixture.ada)
            #expect(withdrawn.decision?.act == .withdraw)
        }
    }

    @Test func `W41: a clock-in on top of an open one is taken only when the person says so`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(3_600))
            await #expect(throws: PunchRefused.self) {
                try await fixture.punch(.in, key: "b", forgotOut: true)
            }
            fixture.clock.advance(by: .seconds(20 * 3_600))
            await #expect(throws: PunchRefused.self) { try await fixture.punch(.in, key: "c") }
            try await fixture.punch(.in, key: "d", forgotOut: true)
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            #expect(month.days.first { $0.date == Self.today }?.missing == [.out])
        }
    }

    @Test func `a break is punched, and is not work`() async throws {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(3_600))
            try await fixture.punch(.out, key: "b", startsBreak: true)
            #expect(try await fixture.today().state == .onBreak(since: fixture.clock.timestamp))
            await #expect(throws: PunchRefused.self) {
                try await fixture.punch(.out, key: "c", startsBreak: true)
            }
            fixture.clock.advance(by: .seconds(1_800))
            try await fixture.punch(.in, key: "d")
            fixture.clock.advance(by: .seconds(600))
            try await fixture.punch(.out, key: "e")
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            #expect(month.workedSeconds == 4_200 && month.breakSeconds == 1_800)
        }
    }

    // MARK: - The chain

    /// A small ledger: four punches, a request and its decision.
    private func fill(_ path: String) async throws {
        try await withStore(at: path) { store, published in
            let fixture = try await AttendanceFixture(store, published)
            try await fixture.punch(.in, key: "a", deviceTime: Fixture.noon)
            for (key, kind) in [("b", PunchKind.out), ("c", .in), ("d", .out)] {
                fixture.clock.advance(by: .seconds(1_800))
                try await fixture.punch(kind, key: key)
            }
            let correction = try await propose([(.in, 9 * 60), (.out, 10 * 60)], in: fixture)
            _ = try await fixture.service.decide(correction.id, .accept, reason: "fine", by: Self.approver)
            let month = CalendarMonth(of: Self.today)
            let end = Fixture.berlin.firstInstant(atMinute: 5 * 60, of: month.end)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
            _ = try await fixture.service.close(
                month, at: try #require(SiteID("north")), acceptingMissing: false, by: Self.approver)
        }
    }

    @Test func `W47: every changed byte of a small ledger is found, with its record`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            let sound = try AttendanceVerification.run(path: path)
            #expect(!sound.isDamaged)
            #expect(sound.detail.hasPrefix("8 records"))
            try await withDatabase(at: path) { connection in
                for table in AttendanceRecord.allCases.map(\.table) + ["attendance_links"] {
                    try connection.execute(script: "DROP TRIGGER \(table)_no_update")
                }
                // SQLite's own checks must not be what finds it.
                try connection.execute(script: "PRAGMA ignore_check_constraints = ON")
                var changes = 0
                for record in AttendanceRecord.allCases {
                    let numbers = try connection.all("SELECT number FROM \(record.table) ORDER BY number") {
                        try $0.int64(0)
                    }
                    for number in numbers {
                        for column in record.columns where column != "number" {
                            changes += try Self.changeEachByte(
                                of: column, in: record, number, on: connection)
                        }
                    }
                }
                #expect(changes > 600)
                let sound = try DatabaseCheck.attendance.run(StoreConnection(connection))
                guard case .sound = sound else {
                    Issue.record("\(sound)")
                    return
                }
            }
        }
    }

    /// Changes each byte of a value in turn, and expects that the chain names the record.
    private static func changeEachByte(
        of column: String, in record: AttendanceRecord, _ number: Int64, on connection: Connection
    ) throws -> Int {
        let sql = "SELECT \(column) FROM \(record.table) WHERE number = ?"
        guard let value = try connection.first(sql, number, row: { try $0.value(0) }) else { return 0 }
        let changed: [SQLValue]
        switch value {
        case .integer(let integer): changed = (0..<8).map { .integer(integer ^ (1 << (8 * $0))) }
        case .text(let text):
            let bytes = Array(text.utf8)
            changed = bytes.indices.map {
                .text(String(decoding: Self.flipped(bytes, at: $0), as: UTF8.self))
            }
        case .utf8(let bytes):
            changed = bytes.indices.map { .utf8(Self.flipped(bytes, at: $0)) }
        case .blob(let bytes):
            changed = bytes.indices.map { .blob(Self.flipped(bytes, at: $0)) }
        case .null: changed = [.text("x")]
        case .real: changed = []
        }
        let update = "UPDATE \(record.table) SET \(column) = ? WHERE number = ?"
        var count = 0
        for other in changed {
            do { try connection.execute(update, arguments: [other, .integer(number)]) } catch {
                // A value that the table itself refuses cannot be there.
                continue
            }
            let found = try DatabaseCheck.attendance.run(StoreConnection(connection))
            guard case .damaged(let place) = found, place.hasPrefix("\(record.rawValue) \(number) ") else {
                Issue.record("\(record.rawValue) \(number) \(column): \(found)")
                return count
            }
            count += 1
        }
        try connection.execute(update, arguments: [value, .integer(number)])
        return count
    }

    private static func flipped(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var copy = bytes
        copy[index] ^= 1
        return copy
    }

    @Test(arguments: [
        ("DROP TRIGGER punches_no_delete; DELETE FROM punches WHERE number = 2", "punch 2"),
        (
            "DROP TRIGGER day_corrections_no_delete; DELETE FROM day_corrections WHERE number = 2",
            "correction 2"
        ),
        ("DROP TRIGGER attendance_links_no_delete; DELETE FROM attendance_links WHERE number = 3", "link 3"),
        (
            "DROP TRIGGER attendance_links_no_update; UPDATE attendance_links SET hash = zeroblob(32) WHERE number = 4",
            "punch 4"
        ),
        (
            """
            INSERT INTO punches (id, person, kind, at, site, zone, key, fingerprint)
            SELECT 'forged', person, kind, at, site, zone, 'forged', fingerprint FROM punches WHERE number = 1
            """, "punch 5 has no link"
        ),
        (
            """
            INSERT INTO punches (number, id, person, kind, at, site, zone, key, fingerprint)
            SELECT 0, 'forged', person, kind, at, site, zone, 'forged', fingerprint FROM punches WHERE number = 1
            """, "punch 0 has no link"
        ),
        (
            """
            DROP TRIGGER attendance_links_no_update;
            UPDATE attendance_links SET record_number = 9 WHERE record = 'punch' AND record_number = 4
            """, "punch 9, which link"
        ),
        (
            "DROP TRIGGER attendance_links_no_update; UPDATE attendance_links SET hash = x'01' WHERE number = 2",
            "punch 2"
        ),
    ])
    func `W47: what was removed, put in between or not linked is found`(damage: String, words: String)
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            try await withDatabase(at: path) { try $0.execute(script: damage) }
            let finding = try AttendanceVerification.run(path: path)
            #expect(finding.isDamaged)
            #expect(finding.detail.contains(words), "\(finding.detail)")
            #expect(try DatabaseVerification.run(path: path)?.name == "attendance")
        }
    }

    @Test func `W47: an end that was cut off is found by a link that somebody wrote down`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            let link = try #require(
                try AttendanceVerification.run(path: path).detail.split(separator: " ").last)
            #expect(try !AttendanceVerification.run(path: path, expecting: String(link)).isDamaged)
            try await withDatabase(at: path) { connection in
                try connection.execute(
                    script: """
                        DROP TRIGGER closed_months_no_delete; DELETE FROM closed_months;
                        DROP TRIGGER attendance_links_no_delete; DELETE FROM attendance_links WHERE record = 'result'
                        """)
            }
            #expect(try !AttendanceVerification.run(path: path).isDamaged)
            #expect(try AttendanceVerification.run(path: path, expecting: String(link)).isDamaged)
        }
    }

    // MARK: - The table

    @Test func `W54 W55: the table has local time, offset, zone and minutes, and the same bytes each time`()
        async throws
    {
        try await withAttendance { fixture in
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(90 * 60 + 5))
            try await fixture.punch(.out, key: "b")
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            var table = AttendanceTable { _ in "=Ada, \"the\" first" }
            table.append(month)
            let lines = String(decoding: table.bytes, as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.count == 3 && lines[2].isEmpty)
            #expect(lines[0] == AttendanceTable.columns.joined(separator: ","))
            let start = Fixture.noon.localText(in: Fixture.berlin)
            #expect(
                lines[1].hasPrefix(
                    "ada,\"'=Ada, \"\"the\"\" first\",\(Self.today),work,\(start.prefix(19)),UTC\(start.suffix(6)),"
                ))
            #expect(lines[1].hasSuffix(",Europe/Berlin,90,5405,north,complete,no"))
            var again = AttendanceTable { _ in "=Ada, \"the\" first" }
            again.append(try await fixture.service.month(nil, of: Fixture.ada).content)
            #expect(again.bytes == table.bytes)
        }
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@x", "\tx", "\0x"])
    func `W54: no cell begins with what a spreadsheet takes for a formula`(text: String) {
        #expect(AttendanceTable.cell(text) == "'" + text)
        #expect(AttendanceTable.cell("a" + text) == "a" + text)
    }
}
