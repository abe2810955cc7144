import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What the tables refuse, and what happens when they were damaged all the same.
@Suite(.timeLimit(.minutes(1)))
struct SQLiteIntegrityTests {
    @Test(arguments: [
        ("UPDATE order_transitions SET reason = 'other'", "C44"),
        ("DELETE FROM order_transitions", "C44"),
        ("UPDATE ledger SET meal = meal + 1", "C110"),
        ("DELETE FROM ledger", "C110"),
        ("UPDATE orders SET basket = '{}'", "C34"),
    ])
    func `C44: the record of transitions, the ledger and what was sold cannot be edited`(
        statement: String, clause: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await keepOneOrder(at: path)
            let error = await #expect(throws: SQLiteError.self, "\(clause)") {
                try await withDatabase(at: path) { try $0.execute(statement) }
            }
            #expect(error?.code == .constraintTrigger)
        }
    }

    @Test
    func `balances are the sums of the postings, and every entry adds up to nothing`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await keepOneOrder(at: path)
            try await withDatabase(at: path) { connection in
                let wrong = """
                    SELECT count(*) FROM meal_balances WHERE amount <>
                        (SELECT sum(p.amount) FROM postings AS p
                        WHERE account_kind = 'meal' AND owner = person AND p.currency = meal_balances.currency)
                    """
                let unbalanced = "SELECT entry FROM postings GROUP BY entry HAVING sum(amount) <> 0"
                let wrongBalances = try connection.first(wrong) { try $0.int(0) }
                let unbalancedEntries = try connection.all(unbalanced) { try $0.int(0) }
                let postings = try connection.first("SELECT count(*) FROM postings") { try $0.int(0) }
                #expect(wrongBalances == 0)
                #expect(unbalancedEntries == [])
                #expect(postings == 3)
            }
        }
    }

    @Test(
        arguments: [
            ("'payment', 1, -3, 2, 0, NULL", .constraintCheck),
            ("'refund', 1, -2, 2, 0, 1", .constraintCheck),
            ("'refund', NULL, -2, 2, 0, NULL", .constraintCheck),
            ("'payment', 1, -2, 2, 0, NULL", .constraintUnique),
        ] as [(String, ResultCode)])
    func `the table refuses an entry that does not add up, and a second payment of an order`(
        columns: String, code: ResultCode
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await keepOneOrder(at: path)
            let insertion = """
                INSERT INTO ledger (kind, balance, meal, sales, tax, funding, person, cafe, currency, order_id, at)
                SELECT \(columns), person, cafe, currency, order_id, at FROM ledger WHERE kind = 'payment'
                """
            let error = await #expect(throws: SQLiteError.self) {
                try await withDatabase(at: path) { try $0.execute(insertion) }
            }
            #expect(error?.code == code)
        }
    }

    @Test(arguments: [
        "basket = 'no JSON'", "basket = '{}'", "stage = 'burnt'", "channel = 'fax'", "person = 'Not An Id'",
        #"basket = replace(basket, '"quantity":2', '"quantity":"2"')"#,
        #"basket = replace(basket, '"en":"Soup of the day"', '"en":""')"#,
        #"basket = replace(basket, 'celery', 'moonlight')"#,
    ])
    func `an order that cannot be read back is reported by its identifier alone`(damage: String) async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let id = try await keepOneOrder(at: path)
            try await withDatabase(at: path) { connection in
                try connection.execute("DROP TRIGGER orders_keep_basket")
                try connection.execute(script: "UPDATE orders SET \(damage)")
            }
            try await withStore(at: path) { store, _ in
                let expected = StoreError.damagedRow(table: "orders", id: id.rawValue)
                await #expect(throws: expected) { try await store.read { try $0.order(id) } }
                #expect(
                    expected.description == "A row of the table orders cannot be read back: \(id.rawValue).")
            }
        }
    }

    @Test
    func `a ticket whose marks do not fit its order is reported`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            let order = try await keepOneOrder(at: path)
            for marks in ["o", "ox"] {
                try await withDatabase(at: path) { try $0.execute("UPDATE tickets SET marks = ?", marks) }
                try await withStore(at: path) { store, _ in
                    _ = await #expect(throws: StoreError.self) {
                        try await store.read { try $0.ticket(TicketID(of: order)) }
                    }
                }
            }
        }
    }

    @discardableResult
    private func keepOneOrder(at path: String) async throws -> OrderID {
        var builder = OrderBuilder()
        let accepted = builder.accepted(sequence: 1)
        try await withStore(at: path) { store, _ in
            try await store.write { transaction in
                try transaction.keep(accepted)
                try transaction.post(accepted.payment)
            }
        }
        return accepted.order.id
    }
}
