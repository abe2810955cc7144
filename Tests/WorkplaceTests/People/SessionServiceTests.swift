import Beacons
import Essentials
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct SessionServiceTests {
    private let digest = [UInt8](repeating: 7, count: 32)

    private func campus(people: [Person]) throws -> Campus {
        let name = Fixture.label("Org", "組織")
        return Campus(
            organisation: Organisation(
                id: try #require(OrganisationID("org")), name: name,
                beaconUUID: ProximityUUID(high: 1, low: 2),
                defaultLanguage: name.defaultLanguage),
            sites: [], cafes: [Fixture.mainCafe], people: people, devices: [])
    }

    private func ada() throws -> Person {
        let english = try #require(LanguageTag("en"))
        return Person(
            id: Fixture.ada, name: "Ada", roles: [.employee], language: english, locale: english,
            openingBalances: [])
    }

    @Test func `a session is found by its token's digest, also by another process`() async throws {
        try await withTemporaryStore { store, _ in
            let campuses = CampusRegistry()
            campuses.put(try campus(people: [try ada()]), revision: 1)
            let clock = ManualClock()
            let service = SessionService(store: store, campuses: campuses, now: { clock.timestamp })
            let (session, principal) = try await service.open(
                for: .person(Fixture.ada), tokenDigest: digest, antiForgeryToken: "token")
            #expect(principal == .person(try ada()))
            let other = SessionService(store: store, campuses: campuses, now: { clock.timestamp })
            let found = try await other.find(tokenDigest: digest)
            #expect(found?.session == session)
            let unknown = try await other.find(tokenDigest: [1])
            #expect(unknown == nil)
        }
    }

    @Test func `a session that was ended is not found again`() async throws {
        try await withTemporaryStore { store, _ in
            let campuses = CampusRegistry()
            campuses.put(try campus(people: [try ada()]), revision: 1)
            let service = SessionService(store: store, campuses: campuses, now: { Fixture.noon })
            _ = try await service.open(
                for: .person(Fixture.ada), tokenDigest: digest, antiForgeryToken: "token")
            try await service.end(tokenDigest: digest)
            try await service.end(tokenDigest: digest)
            let found = try await service.find(tokenDigest: digest)
            #expect(found == nil)
        }
    }

    @Test func `a person who has left the campus is signed out`() async throws {
        try await withTemporaryStore { store, _ in
            let campuses = CampusRegistry()
            campuses.put(try campus(people: [try ada()]), revision: 1)
            let service = SessionService(store: store, campuses: campuses, now: { Fixture.noon })
            _ = try await service.open(
                for: .person(Fixture.ada), tokenDigest: digest, antiForgeryToken: "token")
            campuses.put(try campus(people: []), revision: 2)
            let found = try await service.find(tokenDigest: digest)
            #expect(found == nil)
            await #expect(throws: WorkplaceRefusal.unknownPrincipal) {
                try await service.open(for: .person(Fixture.ada), tokenDigest: [2], antiForgeryToken: "token")
            }
        }
    }
}
