import Essentials
import Foundation
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What a verification of the file finds, and what it leaves alone.
@Suite(.timeLimit(.minutes(1)))
struct DatabaseVerificationTests {
    @Test
    func `a sound database passes every check while a server writes to it`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            try await withStore(at: path) { store, _ in
                try await store.write { try $0.append(boardChange(9), at: Fixture.noon) }
                var names: [String] = []
                #expect(try DatabaseVerification.run(path: path) { names.append($0.name) } == nil)
                #expect(
                    names == [
                        "file", "schema", "references", "ledger", "balances", "orders", "payments", "pickups",
                        "attendance", "feed",
                    ])
                try await store.write { try $0.append(boardChange(10), at: Fixture.noon) }
            }
        }
    }

    @Test(arguments: [
        ("UPDATE meal_balances SET amount = amount + 1", "balances", "with entry"),
        ("DELETE FROM meal_balances", "balances", "with entry"),
        ("INSERT INTO meal_balances VALUES ('bob', 'EUR', 5)", "balances", "with no entry"),
        (
            "DROP TRIGGER ledger_no_update; UPDATE ledger SET balance = 7 WHERE meal IS NOT NULL", "ledger",
            "entry 1"
        ),
        (
            "DROP TRIGGER order_transitions_no_delete; DELETE FROM order_transitions", "orders",
            "not at the version of its last transition"
        ),
        (
            "DROP TRIGGER orders_keep_basket; UPDATE orders SET basket = json_set(basket, '$.lines[0].tax', 12345)",
            "payments", "was paid with another amount"
        ),
        (
            """
            INSERT INTO ledger (kind, order_id, cafe, currency, sales, tax, funding, source, at)
            SELECT 'refund', order_id, cafe, currency, -sales - 1, -tax, sales + tax + 1, 'card', at FROM ledger
            WHERE kind = 'payment'
            """, "payments", "more than was paid"
        ),
        (
            "INSERT INTO pickup_windows (cafe, starts_at, orders, items, work) VALUES ('main-cafe', 0, 1, 1, '{}')",
            "pickups",
            "1970-01-01T00:00:00.000Z of main-cafe"
        ),
        ("DELETE FROM feed WHERE number = 2", "feed", "after number 1"),
        (
            "DELETE FROM tickets; DROP TRIGGER order_transitions_no_delete; DELETE FROM order_transitions; DELETE FROM orders",
            "orders", "entry 1 of the ledger"
        ),
        ("PRAGMA user_version = 1000", "schema", "version 1000"),
        ("PRAGMA user_version = 0", "schema", "not one of Vicinity"),
    ])
    func `the first damage is named`(damage: String, name: String, words: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            try await withDatabase(at: path) { try $0.execute(script: damage) }
            let finding = try DatabaseVerification.run(path: path)
            #expect(finding?.name == name)
            #expect(finding?.detail.contains(words) == true, "\(finding?.detail ?? "nothing")")
            #expect(finding?.detail.contains("ada") == false)
        }
    }

    @Test
    func `entries of the feed that others superseded are no gap`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            try await withStore(at: path) { store, _ in
                for _ in 0..<3 {
                    try await store.write {
                        try $0.announce(.favourites, body: "{}", to: Fixture.ada, at: Fixture.noon)
                    }
                }
            }
            #expect(try DatabaseVerification.run(path: path) == nil)
        }
    }

    @Test(arguments: [0, 4_096, 20 * 4_096 + 8])
    func `damage of a page is found`(offset: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await fill(path)
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
            try file.close()
            #expect(try DatabaseVerification.run(path: path)?.name == "file")
        }
    }

    /// Keeps a paid order and three entries of the feed.
    private func fill(_ path: String) async throws {
        var builder = OrderBuilder()
        let accepted = builder.accepted(sequence: 1)
        try await withStore(at: path) { store, _ in
            try await store.write { transaction in
                try transaction.keep(accepted)
                try transaction.post(accepted.payment)
                for number in 1...3 { try transaction.append(boardChange(number), at: Fixture.noon) }
            }
        }
    }
}
