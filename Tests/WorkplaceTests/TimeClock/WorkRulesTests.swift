import Attendance
import Essentials
import Foundation
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The rules of a site, from the campus file to a closed month.
@Suite(.timeLimit(.minutes(1)))
struct WorkRulesTests {
    private static let today = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
    private static let month = CalendarMonth(of: today)

    private static func campus(_ rules: String) -> [UInt8] {
        let member = #""id": "north", "workRules": \#(rules),"#
        return Array(
            CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: member).utf8)
    }

    private func withRules(
        _ rules: String, _ body: (AttendanceFixture) async throws -> Void
    ) async throws {
        try await withAttendance { fixture in
            _ = try await fixture.imports.importCampus(Self.campus(rules), name: "rules")
            try await body(fixture)
        }
    }

    /// Ten hours of work without a break.
    private func work(_ fixture: AttendanceFixture) async throws {
        try await fixture.punch(.in, key: "a")
        fixture.clock.advance(by: .seconds(10 * 3_600))
        try await fixture.punch(.out, key: "b")
    }

    @Test(arguments: ["day-quarter-hour", "day-quarter-hour-down"])
    func `W50: the Japanese preset refuses to round days, and offers the totals of the month`(
        rounding: String
    )
        async throws
    {
        try await withAttendance { fixture in
            await #expect(throws: (any Error).self) {
                try await fixture.imports.importCampus(
                    Self.campus(#"{"preset": "japan", "rounding": "\#(rounding)"}"#), name: "unlawful")
            }
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "japan", "rounding": "month-hour"}"#), name: "lawful")
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "germany", "rounding": "\#(rounding)"}"#), name: "elsewhere")
        }
    }

    @Test(arguments: [
        #"{"preset": "atlantis"}"#, #"{"dailyMinutes": 0}"#, #"{"night": "22:00"}"#,
        #"{"breaks": [{"afterMinutes": 360}]}"#, #"{"attribution": "mine"}"#, #"{"roundings": "none"}"#,
    ])
    func `rules that cannot be read are refused`(rules: String) async throws {
        try await withAttendance { fixture in
            await #expect(throws: (any Error).self) {
                try await fixture.imports.importCampus(Self.campus(rules), name: "wrong")
            }
        }
    }

    @Test func `W48: an automatic break is disputed by a correction that somebody else decides`() async throws
    {
        try await withRules(#"{"preset": "germany"}"#) { fixture in
            try await work(fixture)
            func day() async throws -> DayTotals {
                let month = try await fixture.service.month(Self.month, of: Fixture.ada).content
                return try #require(month.totals?.totals.days.first { $0.date == Self.today })
            }
            #expect(try await day().automaticBreak == 2_700)
            #expect(try await day().work == 10 * 3_600 - 2_700)
            let times: [ProposedMark] = [
                ProposedMark(.in, at: .instant(Fixture.noon)),
                ProposedMark(.out, at: .instant(fixture.clock.timestamp)),
            ]
            func ask(waiving: Bool, key: String) async throws -> DayCorrection {
                try await fixture.service.request(
                    DayCorrectionRequest(
                        person: Fixture.ada, date: Self.today, marks: times, waivesBreak: waiving, site: nil,
                        reason: "alone at the counter", key: PunchKey(text: key, fingerprint: [1]))
                ).correction
            }
            await #expect(throws: DayCorrectionRefusal.unchanged) { try await ask(waiving: false, key: "x") }
            let asked = try await ask(waiving: true, key: "y")
            #expect(try await day().automaticBreak == 2_700)
            let read = try await fixture.service.corrections(for: AttendanceFixture.approver).waiting
            #expect(read.map(\.waivesBreak) == [true])
            _ = try await fixture.service.decide(
                asked.id, .accept, reason: "", by: AttendanceFixture.approver)
            #expect(try await day().automaticBreak == 0)
            #expect(try await day().isBreakWaived)
            #expect(try await day().work == 10 * 3_600)
        }
    }

    @Test func `W49 W61: other rules change an open month, and a closed one keeps its bytes`() async throws {
        try await withRules(#"{"preset": "germany"}"#) { fixture in
            try await work(fixture)
            func table() async throws -> [UInt8] {
                TotalsTable(of: [try await fixture.service.month(Self.month, of: Fixture.ada).content]) {
                    $0.rawValue
                }.bytes
            }
            let german = try await table()
            #expect(try await table() == german)
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "japan"}"#), name: "other rules")
            let japanese = try await table()
            #expect(japanese != german)
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "germany"}"#), name: "the same rules again")
            #expect(try await table() == german)

            let end = Fixture.berlin.firstInstant(atMinute: 5 * 60, of: Self.month.end)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
            let site = try #require(SiteID("north"))
            _ = try await fixture.service.close(
                Self.month, at: site, acceptingMissing: false, by: AttendanceFixture.approver)
            let closed = try await table()
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "japan"}"#), name: "other rules again")
            #expect(try await table() == closed)
            let totals = try await fixture.service.month(Self.month, of: Fixture.ada).content.totals
            #expect(totals?.rules == "germany")
            #expect(totals?.totals.days.count == Self.month.days.count)
        }
    }
}

extension Range<CalendarDate> {
    fileprivate var count: Int { upperBound.daysSinceEpoch - lowerBound.daysSinceEpoch }
}
