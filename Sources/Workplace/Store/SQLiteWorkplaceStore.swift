import SQLite

/// Stores a workplace in one SQLite file.
///
/// Transactions that wait at the same time share one commit. One process serves the file. Other processes, such as an import,
/// may write to it at the same time; ``catchUp()`` publishes the feed entries that they appended.
///
/// Call ``close()`` when you no longer need the store.
public final class SQLiteWorkplaceStore: SharedStore, LoneStore {
    private let database: Database
    private let feed: FeedPublication
    private let health: StoreHealth

    /// Opens the file, or creates it, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - publish: Receives durable entries of the feed in the order of their numbers. The writing queue calls it before the
    ///     next transaction, so it must not wait.
    ///   - committed: Receives the number of writes that shared a commit and how long it took; it must not wait.
    ///   - report: Receives failures that no caller gets, such as `LogUpkeepFailure`, and each `StoreOutage` with its cause
    ///     when it begins. Called on any thread.
    /// - Throws: `SQLiteError` or `DatabaseRefusal` when the file cannot be opened, is damaged or
    ///   was written by a newer program.
    public init(
        path: String, publish: @escaping @Sendable ([FeedEntry]) -> Void,
        committed: (@Sendable (_ writes: Int, _ duration: Duration) -> Void)? = nil,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws {
        health = StoreHealth(report: report)
        var configuration = Database.Configuration(report: report)
        configuration.committed = committed
        database = try Database(path: path, configuration: configuration)
        do {
            try await database.migrate(SQLiteSchema.migrations)
            // In a write transaction, so that no other process commits between the two numbers that it reads.
            feed = try await database.write { connection in
                let feed = try FeedPublication(on: StoreConnection(connection), publish: publish)
                connection.afterEachCommit { feed.publishDurable(on: StoreConnection($0)) }
                return feed
            }
        } catch {
            await database.close()
            throw error
        }
    }

    /// Runs a body against one consistent state.
    ///
    /// - Throws: What the body throws, `StoreError`, `StoreOutage`, `SQLiteError` or `DatabaseRefusal.closed`.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await database.read { [health] in
                try body(ReadTransaction(StoreConnection($0), health))
            }
        } catch {
            throw health.noted(error)
        }
    }

    /// Runs a body as one transaction and returns when it is durable.
    ///
    /// A body that throws changes nothing. After damage was found, all writes are refused.
    ///
    /// - Throws: What the body throws; `StoreError.busy` when too many transactions wait; `StoreError.held` when another process holds the file;
    ///   `StoreOutage` when nothing can be stored; another
    ///   `StoreError`, `SQLiteError` or `DatabaseRefusal.closed`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        do {
            let (result, showsClock, _) = try await database.write { [feed, health] in
                try feed.run(body, on: StoreConnection($0), health)
            }
            health.noteWrite(showsClock: showsClock)
            return result
        } catch {
            throw health.noted(error)
        }
    }

    /// Whether another process has committed since the last ``catchUp()``.
    ///
    /// - Throws: `SQLiteError` and `DatabaseRefusal.closed`.
    public func hasForeignChanges() async throws -> Bool {
        feed.isBehind(try await database.dataVersion())
    }

    /// Publishes the feed entries that other processes have committed.
    ///
    /// - Throws: `StoreError`, `SQLiteError` and `DatabaseRefusal`.
    /// - Complexity: O(*n*) in the number of those entries.
    public func catchUp() async throws {
        try await write { _ in }
        try feed.requirePublished()
    }

    /// Finishes the waiting transactions and closes the file; later calls throw.
    public func close() async {
        await database.close()
    }
}
