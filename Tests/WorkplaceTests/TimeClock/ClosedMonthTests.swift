import Attendance
import Essentials
import Foundation
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Months that are closed and reopened, and approvers who let somebody stand in for them.
@Suite(.timeLimit(.minutes(2)))
struct ClosedMonthTests {
    private static let north: SiteID = {
        guard let site = SiteID("north") else { preconditionFailure("no site") }
        return site
    }()
    private static let today = WorkDay.date(at: Fixture.noon, in: Fixture.berlin)
    private static let month = CalendarMonth(of: today)

    private static func person(_ id: PersonID, _ grants: RoleGrant...) -> Person {
        guard let english = LanguageTag("en") else { preconditionFailure("no English") }
        return Person(
            id: id, name: id.rawValue, grants: Set(grants), language: english, locale: english,
            openingBalances: [])
    }

    private static let approver = person(Fixture.grace, RoleGrant(.approver))
    private static let clerk: Person = {
        guard let id = PersonID("clerk") else { preconditionFailure("no person") }
        return person(id, RoleGrant(.hr))
    }()

    /// Two punches of an hour, at noon.
    private func work(_ fixture: AttendanceFixture) async throws {
        try await fixture.punch(.in, key: "a")
        fixture.clock.advance(by: .seconds(3_600))
        try await fixture.punch(.out, key: "b")
    }

    private func endMonth(_ fixture: AttendanceFixture, hourOfNext hour: Int = 5) {
        let end = Fixture.berlin.firstInstant(atMinute: hour * 60, of: Self.month.end)
        fixture.clock.advance(by: fixture.clock.timestamp.duration(to: end))
    }

    private func propose(
        _ minutes: (Int, Int), key: String = "k", in fixture: AttendanceFixture
    ) async throws -> DayCorrection {
        try await fixture.service.request(
            DayCorrectionRequest(
                person: Fixture.ada, date: Self.today,
                marks: [
                    ProposedMark(.in, at: .local(Self.today, minute: minutes.0, isSecond: nil)),
                    ProposedMark(.out, at: .local(Self.today, minute: minutes.1, isSecond: nil)),
                ], site: Self.north, reason: "forgotten", key: PunchKey(text: key, fingerprint: [1]))
        ).correction
    }

    @Test
    func `W45: a closed month takes no correction, and reopening needs a reason and a second person`()
        async throws
    {
        try await withAttendance { fixture in
            let service = fixture.service
            try await work(fixture)
            await #expect(throws: ClosingRefusal.notOver) {
                try await service.close(
                    Self.month, at: Self.north, acceptingMissing: false, by: Self.approver)
            }
            endMonth(fixture)
            let closing = try await service.close(
                Self.month, at: Self.north, acceptingMissing: false, by: Self.approver)
            await #expect(throws: ClosingRefusal.closed) {
                try await service.close(
                    Self.month, at: Self.north, acceptingMissing: false, by: Self.clerk)
            }
            await #expect(throws: DayCorrectionRefusal.closed) {
                try await propose((9 * 60, 17 * 60), in: fixture)
            }
            #expect(try await service.month(Self.month, of: Fixture.ada).content.closing == closing)

            await #expect(throws: ClosingRefusal.notAsked) {
                try await service.reopen(closing.id, by: Self.clerk)
            }
            let asked = try await service.askToReopen(
                closing.id, reason: "a shift is missing", by: Self.approver)
            #expect(asked.request?.reason == "a shift is missing")
            await #expect(throws: ClosingRefusal.own) {
                try await service.reopen(closing.id, by: Self.approver)
            }
            await #expect(throws: ClosingRefusal.asked) {
                try await service.askToReopen(closing.id, reason: "again", by: Self.clerk)
            }
            // Still frozen while the request waits, and after it was refused.
            await #expect(throws: DayCorrectionRefusal.closed) {
                try await propose((9 * 60, 17 * 60), in: fixture)
            }
            _ = try await service.keepClosed(closing.id, by: Self.clerk)
            await #expect(throws: ClosingRefusal.notAsked) {
                try await service.reopen(closing.id, by: Self.clerk)
            }
            _ = try await service.askToReopen(closing.id, reason: "a shift is missing", by: Self.approver)
            _ = try await service.reopen(closing.id, by: Self.clerk)
            let month = try await service.month(Self.month, of: Fixture.ada).content
            #expect(month.closing == nil)
            let correction = try await propose((9 * 60, 17 * 60), in: fixture)
            _ = try await service.decide(correction.id, .accept, reason: "", by: Self.approver)
            _ = try await service.close(
                Self.month, at: Self.north, acceptingMissing: false, by: Self.clerk)
            let again = try await service.month(Self.month, of: Fixture.ada).content
            #expect(again.workedSeconds == 8 * 3_600)
            #expect(again.closing?.closedBy == Self.clerk.id)
        }
    }

    @Test
    func
        `W45: a month is not closed while something waits or goes on, and missing punches are accepted in words`()
        async throws
    {
        try await withAttendance { fixture in
            let service = fixture.service
            func close(accepting: Bool = false) async throws {
                _ = try await service.close(
                    Self.month, at: Self.north, acceptingMissing: accepting, by: Self.approver)
            }
            try await work(fixture)
            let correction = try await propose((9 * 60, 10 * 60), in: fixture)
            // Until 05:00 it counts for the last day.
            endMonth(fixture, hourOfNext: 4)
            try await fixture.punch(.in, key: "late")
            endMonth(fixture)
            await #expect(throws: ClosingRefusal.notReady(waiting: 1, running: 1)) { try await close() }
            _ = try await service.withdraw(correction.id, by: Fixture.ada)
            fixture.clock.advance(by: .seconds(24 * 3_600))
            await #expect(throws: ClosingRefusal.missing(1)) { try await close() }
            let elsewhere = Self.person(
                Fixture.grace, RoleGrant(.approver, .site(try #require(SiteID("south")))))
            await #expect(throws: WorkplaceRefusal.unknownSite(Self.north)) {
                try await service.close(Self.month, at: Self.north, acceptingMissing: true, by: elsewhere)
            }
            try await close(accepting: true)
            #expect(try await service.month(Self.month, of: Fixture.ada).content.count(.missingPunch) == 1)
        }
    }

    @Test
    func `W45 W67: a closed month keeps what counted, with the wall clock of then`() async throws {
        try await withAttendance { fixture in
            try await work(fixture)
            endMonth(fixture)
            func table() async throws -> [UInt8] {
                var table = AttendanceTable { $0.rawValue }
                table.append(try await fixture.service.month(Self.month, of: Fixture.ada).content)
                return table.bytes
            }
            let before = try await table()
            _ = try await fixture.service.close(
                Self.month, at: Self.north, acceptingMissing: false, by: Self.approver)
            #expect(try await table() == before)
            // Every difference from UTC is in the record, so that other rules of a zone cannot change it.
            let content = try await fixture.store.read { reading in
                try reading.connection.first("SELECT content FROM closed_months") { try $0.text(0) }
            }
            #expect(content?.components(separatedBy: "\"offset\":").count == 3)
            let kept = try await fixture.store.read { try $0.closedDays(of: Fixture.ada, Self.month) }
            let marks = try #require(kept?.days.first).shifts.flatMap(\.marks)
            #expect(marks.allSatisfy { $0.keptOffset == Fixture.berlin.secondsFromUTC(at: $0.time) })
        }
    }

    @Test
    func `W67: a kept difference from UTC counts in place of the zone's present rule`() throws {
        let utc = WorkMark(.in, at: Fixture.noon, site: Self.north, zone: Fixture.berlin, keptOffset: 5_400)
        #expect(utc.localText.hasSuffix("+01:30"))
        let span = Fixture.noon..<Fixture.noon.advanced(by: .seconds(86_400))
        let day = WorkDay(closed: Self.today, in: Fixture.berlin, span, marks: [utc], punched: nil)
        #expect(day.start == span.lowerBound && day.end == span.upperBound)
        #expect(day.state == .missingPunch)
    }

    @Test
    func `W44: an approver's right is handed on until a day, ends by itself, and is not handed on again`()
        async throws
    {
        try await withAttendance { fixture in
            let (service, campuses) = (fixture.service, fixture.campuses)
            let approver = Directory.Entry(Self.approver)
            let delegate = Directory.Entry(Self.person(Self.clerk.id, RoleGrant(.employee)))
            let directory = try await fixture.store.write { transaction in
                try transaction.put(approver, at: Fixture.noon)
                try transaction.put(delegate, at: Fixture.noon)
                return try transaction.directory()
            }
            campuses.put(directory)
            func now(_ id: PersonID) throws -> Person {
                let campus = try campuses.inForce()
                guard let person = campus.person(id, at: fixture.clock.timestamp) else {
                    throw WorkplaceRefusal.unknownPerson(id)
                }
                return person
            }
            try await work(fixture)
            let correction = try await propose((9 * 60, 10 * 60), in: fixture)
            #expect(try !now(delegate.person).holds(.approver, atSite: Self.north))
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await service.delegate(
                    to: Fixture.ada, from: nil, until: Self.today, by: delegate.person, from: "")
            }
            let given = try await service.delegate(
                to: delegate.person, from: nil, until: Self.today.advanced(byDays: 1), by: approver.person,
                from: "")
            #expect(given.holds)
            let acting = try now(delegate.person)
            #expect(acting.holds(.approver, atSite: Self.north))
            #expect(try await service.corrections(for: acting).waiting.map(\.id) == [correction.id])
            let notice = try await fixture.store.read {
                try $0.notice(tagged: "correction/\(correction.id)", of: delegate.person)
            }
            #expect(notice?.kind == .correctionAsked)
            // The stored roles are not those of the deputy, who cannot hand them on either.
            #expect(try campuses.inForce().person(delegate.person)?.roles == [.employee])
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await service.delegate(
                    to: Fixture.ada, from: nil, until: Self.today, by: delegate.person, from: "")
            }
            let decided = try await service.decide(correction.id, .accept, reason: "", by: acting)
            #expect(decided.decision?.actor == delegate.person)

            fixture.clock.advance(by: .seconds(2 * 86_400))
            #expect(try !now(delegate.person).holds(.approver, atSite: Self.north))
            #expect(try service.delegations(of: approver.person).isEmpty)
        }
    }

    @Test
    func `W44: whoever stands in decides nothing about the person whose right it is`() async throws {
        try await withAttendance { fixture in
            let (service, campuses) = (fixture.service, fixture.campuses)
            let approver = Directory.Entry(Self.person(Fixture.ada, RoleGrant(.approver)))
            let delegate = Directory.Entry(Self.person(Self.clerk.id, RoleGrant(.employee)))
            let directory = try await fixture.store.write { transaction in
                for entry in [approver, delegate] { try transaction.put(entry, at: Fixture.noon) }
                return try transaction.directory()
            }
            campuses.put(directory)
            try await work(fixture)
            let given = try await service.delegate(
                to: delegate.person, from: nil, until: Self.today, by: Fixture.ada, from: "")
            let correction = try await propose((9 * 60, 10 * 60), in: fixture)
            let acting = try #require(
                try campuses.inForce().person(delegate.person, at: fixture.clock.timestamp))
            #expect(try await service.corrections(for: acting).waiting.isEmpty)
            await #expect(throws: DayCorrectionRefusal.unknown) {
                try await service.decide(correction.id, .accept, reason: "", by: acting)
            }
            await #expect(throws: DelegationRefusal.unknown) {
                try await service.endDelegation(given.delegation.id, by: Fixture.grace, from: "")
            }
            try await service.endDelegation(given.delegation.id, by: delegate.person, from: "")
            let later = try campuses.inForce().person(delegate.person, at: fixture.clock.timestamp)
            #expect(later?.roles == [.employee])
        }
    }

    @Test(arguments: [(-1, -1, DelegationRefusal.Days.past), (3, 2, .order), (0, 366, .tooLong)])
    func `W44: a delegation has an end within a year that is not over`(
        first: Int, last: Int, mistake: DelegationRefusal.Days
    ) async throws {
        try await withAttendance { fixture in
            let approver = Directory.Entry(Self.approver)
            fixture.campuses.put(
                try await fixture.store.write { transaction in
                    try transaction.put(approver, at: Fixture.noon)
                    return try transaction.directory()
                })
            await #expect(throws: DelegationRefusal.days(mistake)) {
                try await fixture.service.delegate(
                    to: Fixture.ada, from: Self.today.advanced(byDays: first),
                    until: Self.today.advanced(byDays: last), by: Fixture.grace, from: "")
            }
            await #expect(throws: DelegationRefusal.toSelf) {
                try await fixture.service.delegate(
                    to: Fixture.grace, from: nil, until: Self.today, by: Fixture.grace, from: "")
            }
        }
    }
}
