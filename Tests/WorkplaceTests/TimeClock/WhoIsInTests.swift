import Attendance
import Essentials
import Foundation
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Who is shown as being at work, and to whom.
@Suite(.timeLimit(.minutes(1)))
struct WhoIsInTests {
    private static func person(_ id: PersonID, _ grants: RoleGrant...) -> Person {
        guard let english = LanguageTag("en") else { preconditionFailure("no English") }
        return Person(
            id: id, name: id.rawValue, grants: Set(grants), language: english, locale: english,
            openingBalances: [])
    }

    private func withAudience(
        _ audience: String?, _ body: (AttendanceFixture) async throws -> Void
    ) async throws {
        try await withAttendance { fixture in
            let member = audience.map { #""id": "north", "whoIsIn": "\#($0)","# } ?? #""id": "north","#
            let text = CampusSample.text.replacingOccurrences(of: #""id": "north","#, with: member)
            _ = try await fixture.imports.importCampus(
                Array(text.utf8), name: "audience", isToldOtherwise: true)
            try await body(fixture)
        }
    }

    @Test(arguments: [
        (nil, false, false, false), ("nobody", false, false, false), ("team", true, false, false),
        ("site", true, true, false), ("organisation", true, true, true),
    ])
    func
        `W59: the place and the state are shown to the audience that the campus file names, and to nobody else`(
            audience: String?, approver: Bool, colleague: Bool, stranger: Bool
        ) async throws
    {
        try await withAudience(audience) { fixture in
            try await fixture.punch(.in, key: "a")
            let colleagueID = Fixture.grace
            // Somebody who clocked in and out at the same place belongs to it.
            try await fixture.punch(.in, key: "b", by: colleagueID)
            fixture.clock.advance(by: .seconds(120))
            try await fixture.punch(.out, key: "c", by: colleagueID)
            let south = try #require(SiteID("south"))
            func shown(to viewer: Person) async throws -> Bool {
                let (isShown, people) = try await fixture.service.whoIsIn(for: viewer)
                #expect(isShown || people.isEmpty)
                return people.contains { $0.person == Fixture.ada }
            }
            #expect(try await shown(to: Self.person(colleagueID, RoleGrant(.approver))) == approver)
            #expect(try await shown(to: Self.person(colleagueID, RoleGrant(.employee))) == colleague)
            let elsewhere = try #require(PersonID("elsewhere"))
            #expect(
                try await shown(to: Self.person(elsewhere, RoleGrant(.approver, .site(south)))) == stranger)
        }
    }

    @Test
    func `W120 W59: people who are clocked out are never shown, also not those who forgot to clock out`()
        async throws
    {
        try await withAudience("organisation") { fixture in
            let viewer = Self.person(Fixture.grace, RoleGrant(.approver), RoleGrant(.hr))
            func people() async throws -> [PersonIn] { try await fixture.service.whoIsIn(for: viewer).people }
            #expect(try await people().isEmpty)
            try await fixture.punch(.in, key: "a")
            #expect(try await people().map(\.isOnBreak) == [false])
            fixture.clock.advance(by: .seconds(3_600))
            try await fixture.punch(.out, key: "b", startsBreak: true)
            #expect(try await people().map(\.isOnBreak) == [true])
            fixture.clock.advance(by: .seconds(8 * 3_600 + 1))
            #expect(try await people().isEmpty)
            try await fixture.punch(.in, key: "c")
            #expect(try await people().count == 1)
            fixture.clock.advance(by: .seconds(24 * 3_600 + 1))
            #expect(try await people().isEmpty)
            try await fixture.punch(.in, key: "d", forgotOut: true)
            fixture.clock.advance(by: .seconds(61))
            try await fixture.punch(.out, key: "e")
            #expect(try await people().isEmpty)
        }
    }
}
