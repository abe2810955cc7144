import Attendance
import Essentials
import Foundation
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Rules that hold from a month, and the look at what others would make of last month.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceRulesTests {
    private static let north: SiteID = {
        guard let site = SiteID("north") else { preconditionFailure("no site") }
        return site
    }()
    private static let month = CalendarMonth(of: WorkDay.date(at: Fixture.noon, in: Fixture.berlin))

    private static func campus(_ rules: String) -> [UInt8] {
        let member = #""id": "north", "workRules": \#(rules),"#
        return Array(
            CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: member).utf8)
    }

    private func drafts(_ fixture: AttendanceFixture) -> CampusDraftService {
        CampusDraftService(
            store: fixture.store, campuses: fixture.campuses, imports: fixture.imports,
            now: { fixture.clock.timestamp })
    }

    /// Ten hours without a break, and then the next month.
    private func work(_ fixture: AttendanceFixture) async throws {
        try await fixture.punch(.in, key: "a")
        fixture.clock.advance(by: .seconds(10 * 3_600))
        try await fixture.punch(.out, key: "b")
        let end = Fixture.berlin.firstInstant(atMinute: 600, of: Self.month.end)
        fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
    }

    @Test func `W49: a version of the rules holds from its month until the next one`() throws {
        let rules = #"[{"preset": "germany"}, {"from": "2026-12", "dailyMinutes": 450}, {"from": "2027-02"}]"#
        let site = try #require(try CampusFile.read(Self.campus(rules), name: "campus").site(Self.north))
        let limits = try ["1999-12", "2026-11", "2026-12", "2027-01", "2027-02", "2040-01"].map { text in
            let found = site.workRules.rules(in: try #require(CalendarMonth(text)))
            return "\(found?.name ?? "none") \(found?.dailyLimit ?? 0)"
        }
        #expect(limits == ["germany 0", "germany 0", "own 27000", "own 27000", "own 0", "own 0"])
        let later = try #require(
            try CampusFile.read(Self.campus(#"[{"from": "2026-12"}]"#), name: "campus").site(Self.north))
        #expect(later.workRules.rules(in: Self.month) == nil)
    }

    @Test(arguments: [
        (#"[{}, {"preset": "germany"}]"#, "/workRules/1/from"),
        (#"[{"from": "2026-12"}, {"from": "2026-12"}]"#, "/workRules/1/from"),
        (#"[{"from": "2026-12"}, {"from": "2026-11"}]"#, "/workRules/1/from"),
        (#"[{"from": "soon"}]"#, "/workRules/0/from"), (#"{"from": "2026-12"}"#, "/workRules/from"),
        (
            #"[{}, {"from": "2027-01", "preset": "japan", "rounding": "day-quarter-hour"}]"#,
            "/workRules/1/rounding"
        ),
    ])
    func `versions that are not in order or not lawful are refused at their place`(
        rules: String, pointer: String
    ) throws {
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(Self.campus(rules), name: "campus")
        }
        guard case .mistakes(let mistakes) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistakes.map(\.path.pointer).contains { $0.hasSuffix(pointer) }, "\(mistakes)")
    }

    @Test func `other rules are looked at with last month, and nothing is changed`() async throws {
        try await withAttendance { fixture in
            _ = try await fixture.imports.importCampus(
                Self.campus(#"{"preset": "germany"}"#), name: "rules")
            try await work(fixture)
            func effect(_ rules: JSONValue) async throws -> RulesEffect {
                let proposed = try await drafts(fixture).campus(
                    with: ["workRules": rules], of: .attendance(Self.north))
                return try await fixture.service.effect(of: proposed, at: Self.north)
            }
            let before = try await fixture.service.month(Self.month, of: Fixture.ada).content
            let found = try await effect(["preset": "germany", "breaks": [], "dailyMinutes": 480])
            #expect(found.month == Self.month && !found.isClosed)
            let change = try #require(found.changes.first)
            #expect(found.changes.count == 1 && change.person == Fixture.ada)
            // The 45 minutes that Germany deducts, and what is beyond eight hours.
            #expect(change.work == 2_700 && change.automaticBreaks == -2_700)
            #expect(change.overtime == 2 * 3_600 && change.night == 0)
            let same = try await effect(["preset": "germany"])
            #expect(same.changes.isEmpty && same.unchangedCount == 1)
            // What is wrong is refused before anything is worked out.
            await #expect(throws: CampusDraftRefusal.self) {
                try await effect(["preset": "japan", "rounding": "day-quarter-hour"])
            }
            // A closed month keeps what counted; the look works it out all the same.
            _ = try await fixture.service.close(
                Self.month, at: Self.north, acceptingMissing: false, by: AttendanceFixture.approver)
            let closed = try await effect(["preset": "germany", "breaks": []])
            #expect(closed.isClosed && closed.changes.map(\.work) == [2_700])
            let after = try await fixture.service.month(Self.month, of: Fixture.ada).content
            #expect(after.totals == before.totals)
            let records = try await fixture.store.read {
                "\(try DatabaseCheck.attendance.run($0.connection))"
            }
            #expect(records.contains("4 records"))
        }
    }

    private static func campus(dayChangeHour hours: String) -> [UInt8] {
        let member = #""id": "north", "dayChangeHour": \#(hours),"#
        return Array(CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: member).utf8)
    }

    @Test(arguments: [
        ("13", "/dayChangeHour"), (#"[{"hour": 13}]"#, "/dayChangeHour/0/hour"),
        ("[]", "/dayChangeHour"), (#"[{"hour": 4}, {"hour": 5}]"#, "/dayChangeHour/1/from"),
        (#"[{"from": "2027-02-30", "hour": 4}]"#, "/dayChangeHour/0/from"),
        (#"[{"from": "2027-02-01"}]"#, "/dayChangeHour/0/hour"),
        (#"[{"from": "2027-02-01", "hour": 4}, {"from": "2027-02-01", "hour": 5}]"#, "/dayChangeHour/1/from"),
        (#"[{"hour": 4, "until": "2027-02-01"}]"#, "/dayChangeHour/0/until"),
    ])
    func `hours of days that are wrong are refused at their place`(hours: String, pointer: String) throws {
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(Self.campus(dayChangeHour: hours), name: "campus")
        }
        guard case .mistakes(let mistakes) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            mistakes.count == 1 && mistakes.allSatisfy { $0.path.pointer.hasSuffix(pointer) }, "\(mistakes)")
    }

    @Test func `an hour that holds from a date moves no day before it, and none of a closed month`()
        async throws
    {
        try await withAttendance { fixture in
            // A shift at half past four counts for the day before.
            let early = Fixture.berlin.firstInstant(
                atMinute: 270, of: WorkDay.date(at: Fixture.noon, in: Fixture.berlin).advanced(byDays: 1))
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: early))
            try await fixture.punch(.in, key: "a")
            fixture.clock.advance(by: .seconds(1_800))
            try await fixture.punch(.out, key: "b")
            let end = Fixture.berlin.firstInstant(atMinute: 600, of: Self.month.end)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
            let part = CampusPart.attendance(Self.north)
            func month() async throws -> [String] {
                try await fixture.service.month(Self.month, of: Fixture.ada).content.days.map {
                    "\($0.date) \($0.start) \($0.end) \($0.workedSeconds)"
                }
            }
            func change(_ hours: JSONValue) async throws {
                let seen = try await drafts(fixture).draft(of: part)
                let document: JSONValue = ["dayChangeHour": hours]
                _ = try await drafts(fixture).change(
                    part, to: document, seen: seen.revision, by: Fixture.grace)
            }
            let before = try await month()
            let proposed = try await drafts(fixture).campus(with: ["dayChangeHour": 4], of: part)
            let effect = try await fixture.service.effect(of: proposed, at: Self.north)
            #expect(effect.changes.map(\.movedShifts) == [1] && effect.changes.map(\.work) == [0])
            let next = Self.month.end.advanced(byDays: 1)
            try await change([["hour": 5], ["from": .string(next.description), "hour": 4]])
            #expect(try await month() == before)
            // Without a date it moves the days of open months, as it always did.
            try await change(4)
            #expect(try await month() != before)
            try await change(5)
            _ = try await fixture.service.close(
                Self.month, at: Self.north, acceptingMissing: false, by: AttendanceFixture.approver)
            for hours: JSONValue in [
                4, [["hour": 5], ["from": .string(Self.month.end.description), "hour": 4]],
                [["from": .string(Self.month.first.description), "hour": 4]],
            ] {
                await #expect(throws: DayStartsRefusal.closed(Self.month)) { try await change(hours) }
            }
            try await change([["hour": 5], ["from": .string(next.description), "hour": 4]])
            #expect(try await month() == before)
        }
    }

    @Test func `a month is closed only by the campus in force`() async throws {
        try await withAttendance { fixture in
            let end = Fixture.berlin.firstInstant(atMinute: 600, of: Self.month.end)
            fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
            // Another node has put other hours in force, which this one does not know yet.
            _ = try await fixture.store.write {
                try $0.append(campusDocument: Self.campus(dayChangeHour: "4"), at: end, by: nil)
            }
            await #expect(throws: StoreError.contended) {
                try await fixture.service.close(
                    Self.month, at: Self.north, acceptingMissing: false, by: AttendanceFixture.approver)
            }
            #expect(try await fixture.store.read { try $0.lastClosedMonth(at: Self.north) } == nil)
        }
    }

    @Test func `rules are saved as seen, hold from their month, and an old page is refused`() async throws {
        try await withAttendance { fixture in
            let part = CampusPart.attendance(Self.north)
            let seen = try await drafts(fixture).draft(of: part)
            #expect(seen.inForce == [:])
            let next = CalendarMonth(of: Self.month.end)
            let document: JSONValue = [
                "workRules": [["from": .string(next.description), "preset": "germany"]]
            ]
            _ = try await drafts(fixture).change(
                part, to: document, seen: seen.revision, by: Fixture.grace)
            let rules = try #require(try fixture.campuses.inForce().site(Self.north)).workRules
            #expect(rules.rules(in: Self.month) == nil && rules.rules(in: next)?.name == "germany")
            await #expect(throws: CampusDraftRefusal.self) {
                try await drafts(fixture).change(part, to: [:], seen: seen.revision, by: Fixture.grace)
            }
            let now = try await drafts(fixture).draft(of: part)
            await #expect(throws: CampusDraftRefusal.unchanged) {
                try await drafts(fixture).change(part, to: document, seen: now.revision, by: Fixture.grace)
            }
            await #expect(throws: CampusDraftRefusal.self) {
                try await drafts(fixture).change(
                    part, to: ["cafes": []], seen: now.revision, by: Fixture.grace)
            }
            // Taken back.
            _ = try await drafts(fixture).change(part, to: [:], seen: now.revision, by: Fixture.grace)
            #expect(try fixture.campuses.inForce().site(Self.north)?.workRules == [])
        }
    }
}
