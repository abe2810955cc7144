import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@Suite(.timeLimit(.minutes(1)))
struct IdempotencyTests {
    @Test func `C37 a repeated request gets the same bytes, whatever has happened since`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let first = try await bench.order(APIFixture.soup(), key: "lunch", as: ada)
            let ticket = try #require(first["ticket"]?.text)
            let cook = try await bench.signIn("carl")
            _ = try await bench.act("start", on: ticket, as: cook)
            try await expectReplay(of: first, bench, ada)
            try await bench.importCampus(TestCampus(soupName: "Broth", soupPrice: 990))
            try await expectReplay(of: first, bench, ada)
            try await bench.importCampus(TestCampus(hasSoup: false))
            try await expectReplay(of: first, bench, ada)
            bench.clock.advance(by: .seconds(12 * 3_600))
            try await expectReplay(of: first, bench, ada)
        }
    }

    private func expectReplay(of first: Answer, _ bench: APIFixture, _ client: Client) async throws {
        let before = try await bench.stateFingerprint()
        let again = try await bench.order(APIFixture.soup(), key: "lunch", as: client)
        #expect(again.status == 201)
        #expect(again.bytes == first.bytes)
        #expect(again.fields["Location"] == first.fields["Location"])
        #expect(again.fields["ETag"] == first.fields["ETag"])
        #expect(again.fields["Idempotent-Replayed"] == "true")
        let after = try await bench.stateFingerprint()
        #expect(after == before)
    }

    @Test func `C37 a cancelled order is not placed again by its own request`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let first = try await bench.order(APIFixture.soup(), key: "lunch", as: ada)
            _ = try await bench.post("\(first.fields["Location"] ?? "")/cancellation", "", as: ada)
            try await expectReplay(of: first, bench, ada)
        }
    }

    @Test(arguments: [APIFixture.soup(2), APIFixture.cake(), APIFixture.soup(1, total: 1)])
    func `C38 a key with another body is refused`(body: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            _ = try await bench.placed(key: "lunch", as: ada)
            let before = try await bench.stateFingerprint()
            let answer = try await bench.order(body, key: "lunch", as: ada)
            #expect(answer.status == 422)
            #expect(answer.code == "idempotency-key-reused")
            let after = try await bench.stateFingerprint()
            #expect(after == before)
        }
    }

    @Test func `C39 the same request at the same time orders and charges once`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await bench.order(APIFixture.soup(), key: "lunch", as: ada) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.bytes)).count == 1)
            #expect(answers.count { $0.fields["Idempotent-Replayed"] == nil } == 1)
            let state = try await bench.stateFingerprint()
            #expect(state.orders.joined().count == 1)
            #expect(state.balances[0] == [Fixture.euros(4_490)])
        }
    }

    @Test func `C41 another person may use the same key`() async throws {
        try await withAPIFixture { bench in
            let first = try await bench.placed(key: "lunch", as: try await bench.signIn("ada"))
            let second = try await bench.placed(key: "lunch", as: try await bench.signIn("grace"))
            #expect(first.order != second.order)
        }
    }
}
