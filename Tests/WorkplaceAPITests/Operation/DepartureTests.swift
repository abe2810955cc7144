import Essentials
import HTTPCore
import JSON
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// What a server says that is about to stop.
@Suite(.timeLimit(.minutes(1)))
struct DepartureTests {
    @Test func `a server that is about to stop is not ready, and serves on`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            #expect(try await bench.get("/readyz").status == 200)
            bench.web.announceDeparture()
            let answer = try await bench.get("/readyz")
            #expect(answer.status == 503)
            #expect(answer.code == .string("stopping"))
            #expect(try await bench.get("/healthz").status == 200)
            #expect(try await bench.order(APIFixture.soup(), key: "k", as: ada).status == 201)
        }
    }
}
