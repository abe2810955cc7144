import Essentials
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Sessions in the database.
@Suite(.timeLimit(.minutes(1)))
struct SessionsSQLTests {
    @Test(
        arguments: [Session.Owner.person(Fixture.ada), .device(Fixture.kitchenDisplay)])
    func `a session is found by its digest until it is deleted`(
        owner: Session.Owner
    ) async throws {
        try await withTemporaryStore { store, _ in
            let session = Session(
                tokenDigest: [9, 8, 7], owner: owner, antiForgeryToken: "csrf",
                openedAt: Fixture.noon, expiresAt: Fixture.noon, method: .password,
                origin: ClientOrigin(address: "192.0.2.1", program: "Firefox, Linux"))
            try await store.write { try $0.insert(session) }
            let found = try await store.read {
                [try $0.session(tokenDigest: [9, 8, 7]), try $0.session(tokenDigest: [9, 8])]
            }
            #expect(found == [session, nil])
            try await store.write {
                try $0.deleteSession(tokenDigest: [9, 8, 7])
                try $0.deleteSession(tokenDigest: [1])
            }
            #expect(try await store.read { try $0.session(tokenDigest: [9, 8, 7]) } == nil)
        }
    }
}
