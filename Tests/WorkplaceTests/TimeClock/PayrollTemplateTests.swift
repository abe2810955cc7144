import Attendance
import Essentials
import Foundation
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Payroll files by template.
@Suite(.timeLimit(.minutes(1)))
struct PayrollTemplateTests {
    private static func template(_ text: String) throws -> PayrollTemplate {
        try PayrollTemplate(reading: Array(text.utf8))
    }

    private static let wages = #"""
        {"id": "wages", "name": "Wages", "separator": ";", "decimal": ",", "lineEnd": "lf",
         "head": ["Number", "Kind", "Hours"], "numbers": {"ada": "1001"},
         "lines": [["{number}", "1000 {month:MM.YYYY}", "{regular:hours}"], ["{number}", "1010", "{overtime:hours}"]]}
        """#

    /// Nine hours and twenty minutes of work, of which forty minutes are a break.
    private func work(_ fixture: AttendanceFixture) async throws {
        try await fixture.punch(.in, key: "a")
        fixture.clock.advance(by: .seconds(4 * 3_600))
        try await fixture.punch(.out, key: "b", startsBreak: true)
        fixture.clock.advance(by: .seconds(2_400))
        try await fixture.punch(.in, key: "c")
        fixture.clock.advance(by: .seconds(4 * 3_600 + 2_400))
        try await fixture.punch(.out, key: "d")
    }

    private func withTemplate(_ body: (AttendanceFixture) async throws -> Void) async throws {
        let rules = #""id": "north", "workRules": {"dailyMinutes": 480},"#
        let campus = CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: rules)
            .replacingOccurrences(of: #""id": "org","#, with: #""id": "org", "payroll": [\#(Self.wages)],"#)
        try await withAttendance { fixture in
            _ = try await fixture.imports.importCampus(Array(campus.utf8), name: "campus")
            try await work(fixture)
            try await body(fixture)
        }
    }

    @Test func `a template gives a line for each kind of wage, and none without an amount`() async throws {
        try await withTemplate { fixture in
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            let ben = try #require(PersonID("ben"))
            let empty = try await fixture.service.month(nil, of: ben).content
            let template = try #require(try fixture.campuses.inForce().organisation.payroll.first)
            let file = try template.file(of: [month, empty]) { $0.rawValue }
            #expect(
                String(decoding: file, as: UTF8.self)
                    == "Number;Kind;Hours\n1001;1000 11.2026;8,00\n1001;1010;0,67\n")
            #expect(try template.file(of: [month, empty]) { $0.rawValue } == file)
            let short = try Self.template(
                #"{"id": "x", "name": "X", "lines": [["{person}", "{work:clock}", "{breaks:minutes}", "{night}"]]}"#
            )
            #expect(
                String(decoding: try short.file(of: [month]) { $0.rawValue }, as: UTF8.self)
                    == "ada,8:40,40,0\r\n")
            let daily = try Self.template(
                #"{"id": "x", "name": "X", "rows": "day", "lines": [["{name}", "{day:DD/MM/YY}", "{work:hours}"]]}"#
            )
            #expect(
                String(decoding: try daily.file(of: [month]) { _ in "=Ada" }, as: UTF8.self)
                    == "'=Ada,21/11/26,8.67\r\n")
        }
    }

    @Test func `people without a number are named, and no file is made`() async throws {
        try await withTemplate { fixture in
            let month = try await fixture.service.month(nil, of: Fixture.ada).content
            let template = try Self.template(
                Self.wages.replacingOccurrences(of: #""ada": "1001""#, with: #""ben": "1002""#))
            #expect(throws: PayrollRefusal.numbers([Fixture.ada])) {
                try template.file(of: [month]) { $0.rawValue }
            }
        }
    }

    @Test(arguments: ["overtime-of-weeks", "overtime-of-month", "rounded-overtime", "rounded-night:hours"])
    func `a field of whole months is a mistake in lines of days`(field: String) throws {
        func text(_ rows: String) -> String {
            #"{"id": "x", "name": "X", "rows": "\#(rows)", "lines": [["{name}", "{work} {\#(field)}"]]}"#
        }
        _ = try Self.template(text("month"))
        let error = try #require(throws: JSONDocumentError.self) { try Self.template(text("day")) }
        let word = String(field.prefix { $0 != ":" })
        #expect(
            error.lines(file: "x").map { $0.contains("lines[0][1]: ") && $0.contains("\(word) ") } == [true])
    }

    @Test(
        arguments: [
            #"[["{wage}"]]"#, #"[["{work:days}"]]"#, #"[["{work"]]"#, #"[["work}"]]"#, #"[["{name:hours}"]]"#,
            "[]",
        ])
    func `a cell with an unknown field is a mistake`(lines: String) {
        #expect(throws: JSONDocumentError.self) {
            try Self.template(#"{"id": "x", "name": "X", "lines": \#(lines)}"#)
        }
    }
}
