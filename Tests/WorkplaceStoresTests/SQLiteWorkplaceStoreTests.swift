import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import Workplace
import WorkplaceStores

/// What the store on SQLite promises beyond the contract.
@Suite(.timeLimit(.minutes(1)))
struct SQLiteWorkplaceStoreTests {
    @Test
    func `opening again finds everything and goes on with the next numbers`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await withStore(at: path) { store, _ in
                try await store.write { transaction in
                    _ = try transaction.takeOrderSequence(
                        of: Fixture.mainCafe.id, day: accepted.order.serviceDay)
                    try transaction.keep(accepted)
                    try transaction.post(accepted.payment)
                    try transaction.append(boardChange(1), at: Fixture.noon)
                }
            }
            try await withStore(at: path) { store, published in
                try await store.write { transaction in
                    #expect(try transaction.order(accepted.order.id) == accepted.order)
                    #expect(try transaction.ticket(accepted.ticket.id) == accepted.ticket)
                    #expect(
                        try transaction.takeOrderSequence(
                            of: Fixture.mainCafe.id, day: accepted.order.serviceDay) == 2)
                    try transaction.append(boardChange(2), at: Fixture.noon)
                }
                #expect(published.numbers == [2])
            }
        }
    }

    @Test
    func `a file of a newer program is refused and left alone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withDatabase(at: path) { try $0.execute("PRAGMA user_version = 99") }
            await #expect(throws: DatabaseRefusal.schemaIsNewer(found: 99, known: 1)) {
                try await withStore(at: path) { _, _ in }
            }
        }
    }

    @Test
    func `C81: entries of another process are published in order between its own`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { server, published in
                try await server.write { try $0.append(boardChange(1), at: Fixture.noon) }
                #expect(try await !server.hasForeignChanges())
                try await withStore(at: path, isShared: true) { other, foreign in
                    try await other.write { transaction in
                        try transaction.append(boardChange(2), at: Fixture.noon)
                        try transaction.append(boardChange(3), at: Fixture.noon)
                    }
                    #expect(foreign.numbers == [2, 3])
                    #expect(published.numbers == [1])
                    #expect(try await server.hasForeignChanges())
                    try await server.write { try $0.append(boardChange(4), at: Fixture.noon) }
                    #expect(published.numbers == [1, 2, 3, 4])
                    #expect(try await !server.hasForeignChanges())
                    try await other.write { try $0.append(boardChange(5), at: Fixture.noon) }
                    #expect(foreign.numbers == [2, 3, 4, 5])
                }
                try await server.catchUp()
                try await server.catchUp()
                #expect(published.numbers == [1, 2, 3, 4, 5])
                #expect(try await !server.hasForeignChanges())
                #expect(published.all.map(\.change) == (1...5).map { boardChange($0) })
            }
        }
    }

    @Test
    func `C81: two stores that write at once publish the same feed`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { left, leftEntries in
                try await withStore(at: path, isShared: true) { right, rightEntries in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for index in 0..<200 {
                            let store = index.isMultiple(of: 2) ? left : right
                            group.addTask {
                                try await store.write { try $0.append(boardChange(index), at: Fixture.noon) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    try await left.catchUp()
                    try await right.catchUp()
                    #expect(leftEntries.numbers == Array(1...200))
                    #expect(rightEntries.all == leftEntries.all)
                }
            }
        }
    }

    @Test
    func `a foreign change that appended nothing is noticed once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { server, published in
                try await withStore(at: path, isShared: true) { other, _ in
                    _ = try await other.write { try $0.append(campusDocument: [1], at: Fixture.noon) }
                }
                #expect(try await server.hasForeignChanges())
                try await server.catchUp()
                #expect(try await !server.hasForeignChanges())
                #expect(published.all.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("UPDATE order_transitions SET reason = 'other'", "C44"),
        ("DELETE FROM order_transitions", "C44"),
        ("UPDATE postings SET amount = amount + 1", "C110"),
        ("DELETE FROM postings", "C110"),
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
                        try await store.read { try $0.ticket(of: order) }
                    }
                }
            }
        }
    }

    @Test
    func `a closed store refuses`() async throws {
        try await withTemporaryStore { store, _ in
            await store.close()
            await #expect(throws: DatabaseRefusal.closed) { try await store.catchUp() }
            await #expect(throws: DatabaseRefusal.closed) { try await store.hasForeignChanges() }
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

    private func withDatabase(
        at path: String, _ body: @escaping @Sendable (Connection) throws -> Void
    ) async throws {
        let database = try Database(path: path)
        do { try await database.write(body) } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
