import Essentials
import Kitchen
import Ordering
import PostgreSQL
import SQLite
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What the store on PostgreSQL promises beyond the contract: several processes, lost connections, and its schema.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestPostgres.address != nil))
struct PostgresWorkplaceStoreTests {
    private func withStore(
        at address: String, _ body: (PostgresWorkplaceStore, PublishedEntries) async throws -> Void
    ) async throws {
        let published = PublishedEntries()
        let store = try await PostgresWorkplaceStore(address: address, publish: { published.publish($0) })
        do { try await body(store, published) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Waits until a number of entries was published.
    private func wait(for count: Int, in published: PublishedEntries) async throws {
        while published.all.count < count { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test
    func `opening again finds everything and goes on with the next numbers`() async throws {
        try await TestPostgres.withDatabase { address in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await withStore(at: address) { store, _ in
                try await store.write { transaction in
                    try transaction.keep(accepted)
                    try transaction.post(accepted.payment)
                    try transaction.append(boardChange(1), at: Fixture.noon)
                }
            }
            try await withStore(at: address) { store, published in
                try await store.write { transaction in
                    let found = (
                        try transaction.order(accepted.order.id), try transaction.ticket(accepted.ticket.id)
                    )
                    #expect(found.0 == accepted.order && found.1 == accepted.ticket)
                    try transaction.append(boardChange(2), at: Fixture.noon)
                }
                #expect(published.numbers == [2])
            }
        }
    }

    @Test
    func `two processes that write at once publish the same feed, without gaps`() async throws {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { first, firstPublished in
                try await withStore(at: address) { second, secondPublished in
                    try await withThrowingDiscardingTaskGroup { group in
                        for (offset, store) in [(0, first), (100, second)] {
                            for index in 0..<50 {
                                group.addTask {
                                    try await store.write {
                                        try $0.append(boardChange(offset + index), at: Fixture.noon)
                                    }
                                }
                            }
                        }
                    }
                    // The notification of the last commit wakes the other process.
                    try await wait(for: 100, in: firstPublished)
                    try await wait(for: 100, in: secondPublished)
                    #expect(firstPublished.numbers == Array(1...100))
                    #expect(firstPublished.all == secondPublished.all)
                }
            }
        }
    }

    @Test
    func `a write that fails is undone alone, also when it shares its transaction`() async throws {
        struct Refusal: Error {}
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { store, published in
                await withDiscardingTaskGroup { group in
                    for index in 0..<40 {
                        group.addTask {
                            do {
                                try await store.write { transaction in
                                    try transaction.append(boardChange(index), at: Fixture.noon)
                                    if index.isMultiple(of: 4) { throw Refusal() }
                                }
                                #expect(!index.isMultiple(of: 4))
                            } catch {
                                #expect(error is Refusal)
                            }
                        }
                    }
                }
                #expect(published.numbers == Array(1...30))
                let last = try await store.read { try $0.feedBounds().last }
                #expect(last == 30)
            }
        }
    }

    @Test
    func `nothing acknowledged is lost or doubled while connections are cut`() async throws {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { store, published in
                let (acknowledged, unknown) = (Numbers(), Numbers())
                let cutter = Task {
                    let connection = try PostgresConnection(address: address)
                    while !Task.isCancelled {
                        try await Task.sleep(for: .milliseconds(15))
                        _ = try connection.first(
                            """
                            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                            WHERE datname = current_database() AND pid <> pg_backend_pid()
                            """
                        ) { try $0.int64(0) }
                    }
                }
                await withDiscardingTaskGroup { group in
                    for writer in 0..<4 {
                        group.addTask {
                            for index in 0..<50 {
                                let number = writer * 1_000 + index
                                do {
                                    try await store.write {
                                        try $0.append(boardChange(number), at: Fixture.noon)
                                    }
                                    acknowledged.append(number)
                                } catch {
                                    // Cut more often than a write is repeated: nobody was told that it is kept.
                                    #expect(error as? StoreOutage == .serverAway, "\(error)")
                                    unknown.append(number)
                                }
                            }
                        }
                    }
                }
                cutter.cancel()
                try? await cutter.value
                let (sure, unsure) = (acknowledged.all, unknown.all)
                #expect(sure.count > 50)
                let kept = try await store.read {
                    try $0.connection.all("SELECT body FROM feed ORDER BY number") { try $0.text(0) }
                }
                let bodies = Set(kept)
                #expect(kept.count == bodies.count, "something was kept twice")
                #expect(sure.allSatisfy { bodies.contains(boardChange($0).body) }, "something was lost")
                #expect(kept.count <= sure.count + unsure.count)
                try await store.catchUp()
                #expect(published.all.map(\.change.body) == kept)
            }
        }
    }

    @Test
    func `one process sends what leaves the installation, and another takes over when it ends`() async throws
    {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { first, _ in
                // The first to ask.
                #expect(first.duty == .sender)
                try await withStore(at: address) { second, _ in
                    #expect(second.duty == .other)
                    await first.close()
                    while second.duty != .sender { try await Task.sleep(for: .milliseconds(20)) }
                    #expect(first.duty == .other && first.dutyToken == nil)
                }
            }
        }
    }

    @Test
    func `a node that has lost the duty and does not know yet stores nothing that needs it`() async throws {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { first, _ in
                let early = try #require(first.dutyToken)
                try await first.write { try $0.requireDuty(early) }
                await first.close()
                try await withStore(at: address) { second, _ in
                    while second.dutyToken == nil { try await Task.sleep(for: .milliseconds(20)) }
                    let late = try #require(second.dutyToken)
                    #expect(late > early)
                    await #expect(throws: StoreError.noSender) {
                        try await second.write { transaction in
                            try transaction.append(boardChange(1), at: Fixture.noon)
                            try transaction.requireDuty(early)
                        }
                    }
                    #expect(try await second.read { try $0.feedBounds().last } == 0)
                    try await second.write { try $0.requireDuty(late) }
                }
            }
        }
    }

    @Test
    func `a node says where the others reach it when it has the duty`() async throws {
        try await TestPostgres.withDatabase { address in
            let store = try await PostgresWorkplaceStore(
                address: address, ownURL: "http://10.0.0.5:8080", publish: { _ in })
            #expect(store.duty == .sender)
            while store.reach != .present { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await store.senderURL() == "http://10.0.0.5:8080")
            await store.close()
        }
    }

    @Test
    func `a schema of a newer program is refused and left alone`() async throws {
        try await TestPostgres.withDatabase { address in
            try PostgresConnection(address: address).execute(
                script: "UPDATE vicinity_schema SET version = 9999, oldest = 9999")
            await #expect(
                throws: DatabaseRefusal.schemaIsNewer(
                    found: 9_999, known: DatabaseSummary.newestSchemaVersion)
            ) { try await withStore(at: address) { _, _ in } }
        }
    }

    private static let later = SQLiteSchema.migrations.last.map { $0.version + 1 } ?? 1

    private func step(_ version: Int, suitsEarlierPrograms: Bool) -> Migration {
        Migration(
            version: version, name: "a step",
            script: "CREATE TABLE step_\(version) (number INTEGER PRIMARY KEY)",
            suitsEarlierPrograms: suitsEarlierPrograms)
    }

    private func openStore(at address: String, adding steps: Migration...) async throws
        -> PostgresWorkplaceStore
    {
        try await PostgresWorkplaceStore(
            address: address, sends: false, migrations: SQLiteSchema.migrations + steps, publish: { _ in })
    }

    @Test
    func `a program goes on beside a newer one whose steps suit it, and starts again`() async throws {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { earlier, _ in
                let newer = try await openStore(
                    at: address, adding: step(Self.later, suitsEarlierPrograms: true))
                try await newer.write { try $0.append(boardChange(1), at: Fixture.noon) }
                try await earlier.write { try $0.append(boardChange(2), at: Fixture.noon) }
                try await withStore(at: address) { again, _ in
                    try await again.write { try $0.append(boardChange(3), at: Fixture.noon) }
                }
                await newer.close()
            }
            let connection = try PostgresConnection(address: address)
            let state = try PostgresSchema.state(on: connection)
            #expect(
                state
                    == PostgresSchema.State(
                        version: Self.later, oldest: DatabaseSummary.newestSchemaVersion))
        }
    }

    @Test
    func `a program writes nothing more once a newer one has made a step that does not suit it`() async throws
    {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { earlier, _ in
                let calls = Calls()
                earlier.whenSuperseded { calls.note() }
                let newer = try await openStore(
                    at: address, adding: step(Self.later, suitsEarlierPrograms: false),
                    step(Self.later + 1, suitsEarlierPrograms: true))
                await #expect(throws: StoreError.superseded) {
                    try await earlier.write { try $0.append(boardChange(1), at: Fixture.noon) }
                }
                await #expect(throws: StoreError.superseded) { try await earlier.write { _ in } }
                let bounds = try await newer.read { try $0.feedBounds() }
                #expect(bounds.last == 0)
                #expect(calls.count == 1)
                // A program that knows the step, but not the later one that suits it, goes on.
                let between = try await openStore(
                    at: address, adding: step(Self.later, suitsEarlierPrograms: false))
                try await between.write { try $0.append(boardChange(1), at: Fixture.noon) }
                await between.close()
                await newer.close()
            }
        }
    }

    @Test
    func `a program that only reads notices a step that does not suit it`() async throws {
        try await TestPostgres.withDatabase { address in
            try await withStore(at: address) { earlier, _ in
                let calls = Calls()
                earlier.whenSuperseded { calls.note() }
                _ = try await earlier.hasForeignChanges()
                #expect(calls.count == 0)
                let newer = try await openStore(
                    at: address, adding: step(Self.later, suitsEarlierPrograms: false))
                await newer.close()
                _ = try await earlier.hasForeignChanges()
                _ = try await earlier.hasForeignChanges()
                #expect(calls.count == 1)
            }
        }
    }

    @Test
    func `a database of a program before this one gets the mark of the programs that may serve it`()
        async throws
    {
        try await TestPostgres.withDatabase { address in
            try PostgresConnection(address: address).execute(
                script: "ALTER TABLE vicinity_schema DROP COLUMN oldest")
            try await withStore(at: address) { store, _ in
                try await store.write { try $0.append(boardChange(1), at: Fixture.noon) }
            }
            let state = try PostgresSchema.state(on: try PostgresConnection(address: address))
            #expect(state.oldest == DatabaseSummary.newestSchemaVersion)
        }
    }

    @Test
    func `an earlier file goes to a server once it is brought up to date`() async throws {
        for count in [1, SQLiteSchema.migrations.count / 2, SQLiteSchema.migrations.count - 1] {
            try await withTemporaryFolder { folder in
                let path = folder + "/earlier.sqlite"
                let database = try Database(path: path)
                try await database.migrate(Array(SQLiteSchema.migrations.prefix(count)))
                try await database.write {
                    try $0.execute(
                        "INSERT INTO feed (topic, kind, body, at) VALUES ('cafe/a/board', 'order', '{}', 1)")
                }
                await database.close()
                try await TestPostgres.withDatabase { address in
                    try PostgresConnection(address: address).execute(
                        script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
                    let version = SQLiteSchema.migrations[count - 1].version
                    #expect(throws: DatabaseMove.Refusal.schema(version)) {
                        _ = try DatabaseMove.toServer(path: path, address: address)
                    }
                    try DatabaseMove.upgrade(path: path)
                    _ = try DatabaseMove.toServer(path: path, address: address)
                    let damage = try DatabaseVerification.run(address: address)
                    #expect(damage == nil)
                    try await withStore(at: address) { store, _ in
                        let bounds = try await store.read { try $0.feedBounds() }
                        #expect(bounds.last == 1)
                    }
                }
            }
        }
    }

    @Test
    func `verification of a server finds what is damaged, and reads while others write`() async throws {
        try await TestPostgres.withDatabase { address in
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await withStore(at: address) { store, _ in
                try await store.write { transaction in
                    try transaction.keep(accepted)
                    try transaction.post(try LedgerEntry.payment(for: accepted.order, at: Fixture.noon))
                    try transaction.append(boardChange(1), at: Fixture.noon)
                }
                var names: [String] = []
                let damage = try DatabaseVerification.run(address: address) { names.append($0.name) }
                #expect(damage == nil)
                #expect(
                    names == [
                        "tables", "schema", "references", "ledger", "balances", "orders", "payments",
                        "pickups",
                        "attendance", "feed",
                    ])
            }
            let connection = try PostgresConnection(address: address)
            for (damage, check, undo) in Self.damages {
                try connection.execute(script: damage)
                let found = try DatabaseVerification.run(address: address)
                #expect(found?.name == check, "\(damage)")
                try connection.execute(script: undo)
            }
            let damage = try DatabaseVerification.run(address: address)
            #expect(damage == nil)
        }
    }

    private static let damages = [
        (
            "UPDATE vicinity_schema SET oldest = 99999", "schema",
            "UPDATE vicinity_schema SET oldest = version"
        ),
        (
            "SET session_replication_role = replica; UPDATE ledger SET balance = balance - 1",
            "ledger", "UPDATE ledger SET balance = balance + 1"
        ),
        (
            "UPDATE meal_balances SET amount = amount + 1", "balances",
            "UPDATE meal_balances SET amount = amount - 1"
        ),
        ("UPDATE orders SET version = version + 1", "orders", "UPDATE orders SET version = version - 1"),
        (
            "CREATE TABLE kept AS SELECT * FROM order_transitions; DELETE FROM order_transitions", "orders",
            "INSERT INTO order_transitions SELECT * FROM kept; DROP TABLE kept"
        ),
        (
            "UPDATE tickets SET order_id = 'missing'", "references",
            "UPDATE tickets SET order_id = (SELECT id FROM orders)"
        ),
    ]

    @Test
    func `a database with other tables is refused, and stays as it is`() async throws {
        try await TestPostgres.withDatabase { address in
            let connection = try PostgresConnection(address: address)
            try connection.execute(
                script:
                    "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE orders (number bigint)")
            await #expect(throws: PostgresSchema.OtherTables.self) {
                try await withStore(at: address) { _, _ in }
            }
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            #expect(try connection.first(tables) { try $0.int(0) } == 1)
        }
    }

    @Test
    func `a schema of an earlier version is brought up to date by the same migrations`() async throws {
        // The last ones, on a database that has stopped before them.
        let migrations = SQLiteSchema.migrations
        let before = Array(migrations.dropLast(4))
        try await TestPostgres.withDatabase { address in
            let connection = try PostgresConnection(address: address, translate: PostgresDialect.statement)
            let newest = try columns(of: connection)
            try connection.execute(script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public; BEGIN")
            try PostgresSchema.migrate(connection, before)
            let earlier = try columns(of: connection)
            #expect(earlier != newest)
            try PostgresSchema.migrate(connection, migrations)
            try connection.execute(script: "COMMIT")
            let later = try columns(of: connection)
            #expect(later == newest)
            let version = try PostgresSchema.version(on: connection)
            #expect(version == migrations.last?.version)
        }
    }

    @Test
    func `a database goes to a file and back, and the feed goes on with the next number`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            var builder = OrderBuilder()
            let accepted = builder.accepted(sequence: 1)
            try await TestPostgres.withDatabase { address in
                try await withStore(at: address) { store, _ in
                    try await store.write { transaction in
                        try transaction.keep(accepted)
                        try transaction.post(try LedgerEntry.payment(for: accepted.order, at: Fixture.noon))
                        try transaction.append(boardChange(1), at: Fixture.noon)
                    }
                    #expect(throws: DatabaseMove.Refusal.inUse) {
                        _ = try DatabaseMove.toFile(address: address, path: folder + "/served.sqlite")
                    }
                }
                let count = try DatabaseMove.toFile(address: address, path: path)
                #expect(count > 3)
                #expect(throws: DatabaseMove.Refusal.notEmpty) {
                    _ = try DatabaseMove.toServer(path: path, address: address)
                }
            }
            let damage = try DatabaseVerification.run(path: path)
            #expect(damage == nil)
            try await TestPostgres.withDatabase { address in
                try PostgresConnection(address: address).execute(
                    script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
                let count = try DatabaseMove.toServer(path: path, address: address)
                #expect(count > 3)
                try await withStore(at: address) { store, published in
                    try await store.write { transaction in
                        let order = try transaction.order(accepted.order.id)
                        #expect(order == accepted.order)
                        try transaction.append(boardChange(2), at: Fixture.noon)
                    }
                    #expect(published.numbers == [2])
                }
            }
        }
    }

    /// The columns with their types and defaults, and the triggers and indexes.
    private func columns(of connection: PostgresConnection) throws -> Set<String> {
        let sql = """
            SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
                FROM information_schema.columns WHERE table_schema = 'public'
            UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
            UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
            """
        return Set(try connection.all(sql) { try $0.text(0) })
    }
}

/// Numbers that several tasks write down.
private final class Numbers: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}

/// Counts calls from any thread.
private final class Calls: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func note() { number.add(1, ordering: .relaxed) }
}
