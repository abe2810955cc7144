import Attendance
import Essentials
import Foundation
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Imports of other systems' tables, and of Vicinity's own export.
@Suite(.timeLimit(.minutes(2)))
struct AttendanceImportTests {
    private static let clerk: Person = {
        guard let id = PersonID("clerk"), let english = LanguageTag("en") else {
            preconditionFailure("no person")
        }
        return Person(
            id: id, name: "Clerk", grants: [RoleGrant(.hr)], language: english, locale: english,
            openingBalances: [])
    }()

    private static func map(_ id: String) -> AttendanceColumns {
        guard let preset = AttendanceColumnsPreset(id) else { preconditionFailure("no map \(id)") }
        return preset.columns
    }

    private func table(_ fixture: AttendanceFixture, _ months: [CalendarMonth]) async throws -> String {
        let campus = try fixture.campuses.inForce()
        var table = AttendanceTable { campus.person($0)?.name }
        for month in months {
            for person in campus.peopleByName {
                table.append(try await fixture.service.month(month, of: person.id).content)
            }
        }
        return String(decoding: table.bytes, as: UTF8.self)
    }

    private func read(
        _ text: String, _ map: AttendanceColumns, _ fixture: AttendanceFixture, by person: Person = clerk,
        because reason: String? = nil, asPreview: Bool = false
    ) async throws -> AttendanceImport {
        try await fixture.service.importDays(
            Array(text.utf8), by: map, named: "table.csv", because: reason, by: person, asPreview: asPreview)
    }

    private static let months = ["2026-03", "2026-04", "2026-10", "2026-11"].compactMap { CalendarMonth($0) }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `W54 W55 W56: an export, imported into an empty installation and exported again, has the same bytes`(
        seed: UInt64
    ) async throws {
        var generator = SplitMix64(seed: seed)
        var marks: [(PunchKind, Bool, Int64)] = []
        // Around both clock changes, with forgotten punches, breaks, night shifts and shifts without a gap between them.
        for start in ["2026-03-25", "2026-10-22"].compactMap({ CalendarDate($0) }) {
            var time = Fixture.berlin.firstInstant(atMinute: 360, of: start).millisecondsSinceEpoch
            for _ in 0..<30 {
                let kinds: [(PunchKind, Bool)] = [(.in, false), (.in, false), (.out, false), (.out, true)]
                let (kind, startsBreak) = kinds[Int.random(in: 0..<4, using: &generator)]
                marks.append((kind, startsBreak, time))
                time +=
                    [300, 900_500, 7_200_123, 14_400_000, 30_000_999].randomElement(using: &generator) ?? 1
            }
        }
        let punches = marks
        let exported = try await exported(punches)
        #expect(exported.split(separator: "\r\n").count > 30)
        try await withAttendance { fixture in
            let preview = try await read(exported, Self.map("vicinity"), fixture, asPreview: true)
            #expect(preview.mistakes == [])
            #expect(try await table(fixture, Self.months).split(separator: "\r\n").count == 1)
            let found = try await read(exported, Self.map("vicinity"), fixture)
            #expect(found.days.allSatisfy { !$0.isKnown })
            #expect(try await table(fixture, Self.months) == exported)
            let again = try await read(exported, Self.map("vicinity"), fixture)
            #expect(again.mistakes == [] && again.days.allSatisfy(\.isKnown))
            #expect(try await table(fixture, Self.months) == exported)
        }
    }

    private func exported(_ marks: [(PunchKind, Bool, Int64)]) async throws -> String {
        var text = ""
        try await withAttendance { fixture in
            let north = try #require(SiteID("north"))
            try await fixture.store.write { transaction in
                for (number, mark) in marks.enumerated() {
                    let punch = Punch(
                        id: try #require(PunchID("p\(number)")), person: Fixture.ada, kind: mark.0,
                        time: Timestamp(millisecondsSinceEpoch: mark.2), deviceTime: nil, site: north,
                        zone: Fixture.berlin, reminder: nil, startsBreak: mark.1)
                    try transaction.insert(punch, key: PunchKey(text: "\(number)", fingerprint: [1]))
                }
            }
            text = try await table(fixture, Self.months)
        }
        return text
    }

    @Test func `Odoo: times of the site's wall clock, people by name, a night shift, and what runs`()
        async throws
    {
        try await withAttendance { fixture in
            let text = """
                "Employee","Check In","Check Out"
                "Ada","2026-11-02 08:00:00","2026-11-02 12:00:00"
                "Ada","2026-11-02 12:30:00","2026-11-02 17:00:00"
                "Ben","2026-11-02 22:00:00","2026-11-03 06:00:00"
                "Ben","2026-11-04 09:00:00",""
                """
            let base = Self.map("odoo")
            let map = AttendanceColumns(columns: base.columns, site: SiteID("north"))
            let found = try await read(text, map, fixture)
            #expect(found.mistakes == [])
            #expect(found.days.map(\.workedSeconds) == [30_600, 28_800, 0])
            let month = try await fixture.service.month(CalendarMonth("2026-11"), of: Fixture.ada).content
            let day = month.days[1]
            #expect(day.workedSeconds == 30_600)
            #expect(day.state == .complete)
            #expect(!day.isCorrected)
            #expect(month.corrections[day.date]?.first?.decision?.act == .import)
            #expect(month.corrections[day.date]?.first?.decision?.actor == Self.clerk.id)
        }
    }

    @Test func `the reason of an import is recorded before the name of the table`() async throws {
        try await withAttendance { fixture in
            let text = "Employee,Check In,Check Out\nada,2026-11-02 08:00,2026-11-02 12:00"
            let map = AttendanceColumns(columns: Self.map("odoo").columns, site: SiteID("north"))
            _ = try await read(text, map, fixture, because: "The old system ends")
            let month = try await fixture.service.month(CalendarMonth("2026-11"), of: Fixture.ada).content
            let decision = try #require(month.corrections[month.days[1].date]?.first?.decision)
            #expect(decision.reason == "The old system ends (table.csv)")
        }
    }

    @Test func `Kimai: a date and two times, rows that follow at once are one shift, and midnight passes`()
        async throws
    {
        try await withAttendance { fixture in
            let text = """
                Date;From;To;Duration;User
                2026-11-02;09:00;12:00;3:00;ada
                2026-11-02;12:00;13:30;1:30;ada
                02.11.2026;23:00;01:15;2:15;ada
                """
            let map = AttendanceColumns(
                columns: Self.map("kimai").columns, dates: .dayMonthYear, site: SiteID("north"))
            let found = try await read(text, map, fixture)
            #expect(found.mistakes == [])
            #expect(found.days.map { $0.marks.map(\.kind) } == [[.in, .out, .in, .out]])
            #expect(found.days.map(\.workedSeconds) == [16_200 + 8_100])
        }
    }

    @Test func `W64: times that a clock skips or shows twice are refused, unless the table says which`()
        async throws
    {
        try await withAttendance { fixture in
            let head = "person,start,start_offset,end,end_offset,site\n"
            let map = AttendanceColumns(columns: [
                .person: "person", .start: "start", .startOffset: "start_offset", .end: "end",
                .endOffset: "end_offset", .site: "site",
            ])
            let rows = [
                "ada,2026-03-29 02:30,,2026-03-29 09:00,,north",
                "ada,2026-10-25 02:30,,2026-10-25 09:00,,north",
                "ada,2026-10-25 02:30,UTC+09:00,2026-10-25 09:00,,north",
            ]
            var kinds: [AttendanceImport.Mistake.Kind] = []
            for row in rows { kinds += try await read(head + row, map, fixture).mistakes.map(\.kind) }
            #expect(kinds == [.skipped, .twice, .offset])
            let second = "ada,2026-10-25 02:30,UTC+01:00,2026-10-25 09:00,UTC+01:00,north"
            let found = try await read(head + second, map, fixture)
            #expect(found.days.map(\.workedSeconds) == [23_400])
        }
    }

    @Test func `each mistake names its line, and then nothing is recorded`() async throws {
        try await withAttendance { fixture in
            let text = """
                Employee,Check In,Check Out
                Ada,2026-11-02 08:00,2026-11-02 12:00
                Nobody,2026-11-02 08:00,2026-11-02 12:00
                Ada,8 o'clock,2026-11-03 12:00
                Ada,2026-11-04 12:00,2026-11-04 08:00
                Ada,2026-11-02 11:00,2026-11-02 13:00
                Ada,2026-12-24 08:00,2026-12-24 12:00
                Ada,2026-11-05 08:00,2026-11-06 08:00:01
                """
            let map = AttendanceColumns(columns: Self.map("odoo").columns, site: SiteID("north"))
            let found = try await read(text, map, fixture)
            #expect(
                found.mistakes.map { "\($0.line) \($0.kind.rawValue)" } == [
                    "3 unknown-person", "4 no-time", "5 not-in-order", "6 overlaps", "7 future",
                    "8 shift-too-long",
                ])
            #expect(try await table(fixture, Self.months).split(separator: "\r\n").count == 1)
            let missing = try await read("Employee,Start\nAda,x", map, fixture)
            #expect(missing.mistakes.map(\.kind) == [.column, .column])
            #expect(try await read("", map, fixture).mistakes.map(\.kind) == [.empty])
            #expect(try await read("\"a", map, fixture).mistakes.map(\.kind) == [.unreadable])
        }
    }

    @Test func `days that have records, closed months and other people's sites are refused`() async throws {
        try await withAttendance { fixture in
            let north = try #require(SiteID("north"))
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(60))
            try await fixture.punch(.out, key: "b")
            let map = AttendanceColumns(columns: Self.map("odoo").columns, site: north)
            func kinds(_ row: String, by person: Person = Self.clerk) async throws -> [String] {
                try await read("Employee,Check In,Check Out\n" + row, map, fixture, by: person).mistakes
                    .map(\.kind.rawValue)
            }
            #expect(try await kinds("ada,2026-11-21 08:00,2026-11-21 09:00") == ["day-recorded"])
            let ada = try #require(try fixture.campuses.inForce().person(Fixture.ada))
            #expect(try await kinds("ada,2026-11-20 08:00,2026-11-20 09:00", by: ada) == ["forbidden"])
            #expect(try await kinds("ada,2026-11-20 08:00,2026-11-20 09:00") == [])
            #expect(try await kinds("ada,2026-11-20 08:00,2026-11-20 09:01") == ["day-recorded"])
            let october = try #require(CalendarMonth("2026-10"))
            _ = try await fixture.service.close(october, at: north, acceptingMissing: false, by: Self.clerk)
            #expect(try await kinds("ada,2026-10-20 08:00,2026-10-20 09:00") == ["month-closed"])
        }
    }

    @Test func `W35 W47: imported days are part of the chain and cannot be changed`() async throws {
        try await withAttendance { fixture in
            let map = AttendanceColumns(columns: Self.map("odoo").columns, site: SiteID("north"))
            _ = try await read(
                "Employee,Check In,Check Out\nada,2026-11-20 08:00,2026-11-20 09:00", map, fixture)
            try await fixture.store.read { reading in
                let record = try reading.connection.first("SELECT record FROM attendance_links") {
                    try $0.text(0)
                }
                #expect(record == "correction")
            }
            await #expect(throws: (any Error).self) {
                try await fixture.store.write { try $0.connection.execute("DELETE FROM day_corrections") }
            }
        }
    }

    @Test(
        arguments: [
            ("2026-11-02", AttendanceColumns.DateOrder.dayMonthYear, "2026-11-02"),
            ("2.11.2026", .dayMonthYear, "2026-11-02"), ("11/2/2026", .monthDayYear, "2026-11-02"),
            ("31.11.2026", .dayMonthYear, nil), ("x", .yearMonthDay, nil),
        ] as [(String, AttendanceColumns.DateOrder, String?)])
    func `dates are read in their order`(
        text: String, order: AttendanceColumns.DateOrder, date: String?
    ) { #expect(LocalTimeText.date(text, order)?.description == date) }

    @Test(
        arguments: [
            ("8:30", 30_600), ("08:30:15", 30_615), ("12:05 AM", 300), ("12:05 pm", 43_500), ("25:00", nil),
            ("8", nil), ("13:00 PM", nil), ("08:60", nil),
        ] as [(String, Int?)])
    func `times are read with and without seconds and halves of the day`(text: String, second: Int?) {
        #expect(LocalTimeText.dateAndSecond(text, .yearMonthDay)?.second == second)
    }

    @Test func `quoted cells may have separators, quotation marks and line breaks`() {
        let table = TableText(Array("\u{FEFF}a;b\r\n\"x;\"\"y\"\"\nz\"; w \r\n\r\n;\n1;2".utf8))
        #expect(table?.rows.map(\.cells) == [["a", "b"], ["x;\"y\"\nz", "w"], ["1", "2"]])
        #expect(table?.rows.map(\.line) == [1, 2, 6])
        #expect(TableText(Array("a\"b,c\n\"d".utf8)) == nil)
        #expect(TableText([0xFF]) == nil)
    }
}
