import Essentials
import Ordering
import SQLite
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// When names go from orders and bookings, and what stays.
@Suite(.timeLimit(.minutes(1)))
struct OrderIdentitiesTests {
    private static let retention: Duration = .seconds(28 * 86_400)
    private static let sums = """
        SELECT group_concat(total) FROM (SELECT total(meal) || ' ' || total(sales) || ' ' || total(tax) || ' '
            || total(funding) AS total FROM ledger GROUP BY currency ORDER BY currency)
        """

    private func sums(at path: String) async throws -> String {
        let found = Mutex("")
        try await withDatabase(at: path) { connection in
            let text = try connection.first(Self.sums) { try $0.text(0) } ?? ""
            found.withLock { $0 = text }
        }
        return found.withLock { $0 }
    }

    private func identities(_ bench: CafesFixture) -> OrderIdentities {
        let clock = bench.clock
        return OrderIdentities(store: bench.store, retention: Self.retention, now: { clock.timestamp })
    }

    @Test func `names go after the retention, while sums, balances and later orders stay`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, published in
                let bench = try await CafesFixture(store, published, ordersPerMinute: 30)
                let first = try await bench.place(key: "first")
                bench.clock.advance(by: .seconds(7 * 86_400))
                let second = try await bench.place(key: "second")
                let funds = try await bench.funds()
                let sums = try await sums(at: path)
                bench.clock.advance(by: Self.retention - .seconds(7 * 86_400) + .seconds(1))
                try await identities(bench).removeExpired()
                let kept = try await store.read { try $0.orders(of: Fixture.ada, before: nil, limit: 9) }
                #expect(kept.map(\.id) == [second.order.id])
                let order = try #require(try await store.read { try $0.order(first.order.id) })
                #expect(order.diner == .formerDiner)
                #expect(order.basket == first.order.basket)
                let names = try await store.read { try $0.transitions(of: first.order.id) }
                    .map(\.cause.actor)
                #expect(!names.contains(.person(Fixture.ada)))
                #expect(try await bench.funds() == funds)
                #expect(try await self.sums(at: path) == sums)
                #expect(try DatabaseVerification.run(path: path) == nil)
                // The account goes on from what is carried.
                _ = try await bench.orders.cancel(second.order.id, of: Fixture.ada, expectedVersion: nil)
                _ = try await bench.place(key: "third")
                #expect(try await bench.funds() == funds)
                #expect(try DatabaseVerification.run(path: path) == nil)
                bench.clock.advance(by: Self.retention + .seconds(1))
                try await identities(bench).removeExpired()
                try await identities(bench).removeExpired()
                #expect(try await bench.funds() == funds)
                #expect(try DatabaseVerification.run(path: path) == nil)
                let statement = try await store.read { try $0.statement(of: Fixture.ada, limit: 9) }
                #expect(statement.isEmpty)
            }
        }
    }

    @Test(arguments: [
        "UPDATE ledger SET meal = meal + 1, funding = funding - 1",
        "UPDATE ledger SET person = 'bob' WHERE person IS NOT NULL",
        "UPDATE ledger SET person = 'former-diner', balance = 0, at = 1 WHERE person IS NOT NULL",
        "UPDATE order_transitions SET stages = 'placed expired'",
        "UPDATE order_transitions SET actor = 'bob' WHERE actor_kind = 'person'",
        "UPDATE order_transitions SET actor = 'former-diner' WHERE actor_kind = 'device'; DELETE FROM ledger",
    ])
    func `the database allows no other change of a ledger entry or a transition`(change: String) async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, published in
                let bench = try await CafesFixture(store, published, ordersPerMinute: 30)
                _ = try await bench.place()
                await #expect(throws: (any Error).self) {
                    try await store.write { try $0.connection.execute(change) }
                }
            }
        }
    }

    @Test func `the identifier of former diners is reserved`() {
        let text = CampusSample.text.replacing(#""id": "ada""#, with: #""id": "former-diner""#)
        #expect(throws: (any Error).self) { try CampusFile.read(Array(text.utf8), name: "sample") }
    }
}
