import PostgreSQL
import SQLite
import Synchronization

/// Stores a workplace in a database of a PostgreSQL server, which several processes can serve at the same time.
///
/// Transactions that write, of all processes, run one after another; those of one process that wait at the same time share one
/// commit. A notification of the server wakes a process when another one has appended to the feed.
///
/// Call ``close()`` when you no longer need the store.
public final class PostgresWorkplaceStore: SharedStore {
    /// The channel on which processes tell each other of the feed.
    static let feedChannel = "vicinity_feed"
    /// The number of the lock that everybody takes who writes; the letters of "vicinity".
    static let writeLock: Int64 = 0x7669_6369_6e69_7479

    /// The number of the lock that the process has which sends what leaves the installation.
    static let senderLock: Int64 = writeLock + 1

    /// A page shows a lost connection when no beat comes for four and a half seconds.
    private static let freshness: Duration = .seconds(3)
    /// After that time without an answer, pages look for another node.
    private static let patience: Duration = .seconds(6)

    private let database: PostgresDatabase
    private let feed: FeedPublication
    private let health: StoreHealth
    private let listener: PostgresListener
    /// `nil` in a process that never sends.
    private let lock: PostgresLock?
    /// Runs when another process has ended sessions.
    private let sessionsEnded: Handler
    /// Runs once, when a newer program has changed the schema in a way that this program does not bear.
    private let superseded: Handler
    private let isSuperseded = Atomic<Bool>(false)
    /// The newest version of the schema that this program knows.
    private let known: Int

    /// Connects to the server and brings the schema up to date.
    ///
    /// - Parameters:
    ///   - address: The server and the database, such as `postgres://vicinity@db.example/vicinity`.
    ///   - sends: Whether the process may become the one that sends what leaves the installation, as a server does.
    ///   - ownURL: Where other processes reach this one; `nil` when they do not.
    ///   - connectionName: How the server names the connections (`application_name`).
    ///   - activity: Counts what the connections do.
    ///   - publish: Receives durable entries of the feed in the order of their numbers. The writing queue calls it before the
    ///     next transaction, so it must not wait.
    ///   - report: Receives each `StoreOutage` with its cause when it begins, and each `StoreReachReport`. Called on any thread.
    /// - Throws: `PostgresError` when the server cannot be reached or refuses; `PostgresRefusal` when the database has another
    ///   encoding than UTF8; `DatabaseRefusal` when a newer program made the schema; another error when the database has other
    ///   tables.
    public convenience init(
        address: String, sends: Bool = true, ownURL: String? = nil, connectionName: String = "vicinity",
        activity: PostgresActivity = PostgresActivity(),
        publish: @escaping @Sendable ([FeedEntry]) -> Void,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws {
        try await self.init(
            address: address, sends: sends, ownURL: ownURL, connectionName: connectionName,
            activity: activity,
            migrations: SQLiteSchema.migrations,
            publish: publish, report: report)
    }

    init(
        address: String, sends: Bool, ownURL: String? = nil, connectionName: String = "vicinity",
        activity: PostgresActivity = PostgresActivity(), migrations: [Migration],
        publish: @escaping @Sendable ([FeedEntry]) -> Void,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws {
        let health = StoreHealth(report: report)
        var configuration = PostgresDatabase.Configuration(writeLock: Self.writeLock)
        configuration.applicationName = connectionName
        configuration.commitTable = PostgresSchema.commitTable
        configuration.committed = { activity.note($0) }
        configuration.lost = { activity.noteLoss() }
        let database = PostgresDatabase(
            address: address, configuration: configuration, translate: PostgresDialect.statement)
        let known = migrations.last?.version ?? 0
        let feed: FeedPublication
        do {
            try await database.write { try PostgresSchema.migrate($0, migrations) }
            await database.admit(PostgresSchema.admission(of: known))
            feed = try await database.write {
                try FeedPublication(on: StoreConnection($0), publish: publish)
            }
        } catch {
            await database.close()
            throw error
        }
        await database.afterEachCommit { feed.publishDurable(on: StoreConnection($0)) }
        (self.health, self.database, self.feed, self.known) = (health, database, feed, known)
        superseded = Handler()
        lock =
            sends
            ? PostgresLock(over: database.pulse, number: Self.senderLock) {
                try NodeDuty.claim(on: $0, url: ownURL, writeLock: Self.writeLock)
            } : nil
        let sessionsEnded = Handler()
        self.sessionsEnded = sessionsEnded
        listener = PostgresListener(
            over: database.pulse, channels: [Self.feedChannel, StoreConnection.sessionsChannel],
            ignoring: { database.writingProcess }
        ) { channels in
            if channels.contains(StoreConnection.sessionsChannel) { sessionsEnded.call() }
            guard channels.contains(Self.feedChannel) else { return }
            // Bridges from the listener's thread; it ends with the reading, and ``close()`` makes it fail. What fails is tried again
            // every second by the server.
            Task { try? await Self.catchUp(database, feed) }
        }
        activity.watch { [weak self] in self?.connections ?? PostgresActivity.Connections() }
    }

    /// Which connections are open.
    private var connections: PostgresActivity.Connections {
        PostgresActivity.Connections(
            writer: database.writingProcess != 0, readers: database.openReaders,
            listener: listener.isListening, isSender: lock?.token != nil)
    }

    /// Whether this process sends what leaves the installation.
    public var duty: StoreDuty { dutyToken == nil ? .other : .sender }

    /// The number of this time in which the process sends; `nil` while another one does.
    public var dutyToken: Int64? { lock?.token }

    /// Whether the server answers at the moment.
    public var reach: StoreReach {
        if database.pulse.isAway || !database.pulse.hasAnswered(within: Self.patience) { return .away }
        return database.pulse.hasAnswered(within: Self.freshness) ? .present : .late
    }

    /// The URL at which the process that sends is reached by the others.
    ///
    /// - Throws: `StoreOutage`, `PostgresError` and `PostgresRefusal`.
    public func senderURL() async throws -> String? {
        try await noting { try await database.read { try NodeDuty.url(on: StoreConnection($0)) } }
    }

    /// Runs an action when other processes may have ended sessions; it must not wait.
    public func whenSessionsEnd(_ action: @escaping @Sendable () -> Void) { sessionsEnded.set(action) }

    /// Sends nothing more, and keeps the lock of the sender.
    public func resign() { lock?.rest() }

    /// Gives the lock of the sender to another process, at once.
    public func handOver() { lock?.stop() }

    /// Runs an action once, when a newer program has changed the schema in a way that this program does not bear.
    public func whenSuperseded(_ action: @escaping @Sendable () -> Void) {
        superseded.set(action)
        if isSuperseded.load(ordering: .relaxed) { action() }
    }

    private func noteSuperseded() {
        if !isSuperseded.exchange(true, ordering: .relaxed) { superseded.call() }
    }

    /// Runs a body against one consistent state.
    ///
    /// - Throws: What the body throws, `StoreError`, `StoreOutage`, `PostgresError` or `PostgresRefusal`.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await noting { [health] in
            try await database.read { try body(ReadTransaction(StoreConnection($0), health)) }
        }
    }

    private func noting<Result>(_ body: () async throws -> Result) async throws -> Result {
        let asked = ContinuousClock.now
        do {
            let result = try await body()
            health.noteAnswer(asked: asked)
            return result
        } catch {
            throw health.noted(error)
        }
    }

    /// Runs a body as one transaction and returns when it is durable.
    ///
    /// When the connection is lost during the commit, the store asks the server whether it took place, and throws
    /// `StoreOutage.serverAway` only if the server does not answer in time.
    ///
    /// - Throws: What the body throws; `StoreError.busy` when too many transactions wait; `StoreError.held` when others hold the lock for too long;
    ///   `StoreOutage` when nothing can be stored; another `StoreError`, `PostgresError` or `PostgresRefusal`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
    ) async throws -> Result {
        let asked = ContinuousClock.now
        do {
            let (result, showsClock, _) = try await database.write { [feed, health] connection in
                let ran = try feed.run(body, on: StoreConnection(connection), health)
                if ran.hasEntries { connection.notify(Self.feedChannel) }
                return ran
            }
            health.noteAnswer(asked: asked)
            health.noteWrite(showsClock: showsClock)
            return result
        } catch PostgresRefusal.notAdmitted {
            noteSuperseded()
            throw StoreError.superseded
        } catch {
            throw health.noted(error)
        }
    }

    /// Whether another process has appended to the feed since the last ``catchUp()``.
    ///
    /// - Throws: `StoreOutage`, `PostgresError` and `PostgresRefusal`.
    public func hasForeignChanges() async throws -> Bool {
        try await noting {
            let admission = PostgresSchema.admission(of: known)
            let (mark, isAdmitted) = try await database.read {
                (try StoreConnection($0).feedMark(), try $0.first(admission) { try $0.bool(0) })
            }
            if isAdmitted == false { noteSuperseded() }
            return feed.isBehind(mark)
        }
    }

    /// Publishes the feed entries that other processes have committed.
    ///
    /// - Throws: `StoreOutage`, `PostgresError` and `PostgresRefusal`.
    /// - Complexity: O(*n*) in the number of those entries.
    public func catchUp() async throws {
        try await noting { try await Self.catchUp(database, feed) }
    }

    private static func catchUp(_ database: PostgresDatabase, _ feed: FeedPublication) async throws {
        try await database.betweenWrites { try feed.catchUp(on: StoreConnection($0)) }
    }

    /// Finishes the waiting transactions and closes the connections; later calls throw.
    public func close() async {
        lock?.stop()
        listener.stop()
        await database.close()
    }
}

/// An action that is set later.
private final class Handler: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ new: @escaping @Sendable () -> Void) { action.withLock { $0 = new } }

    func call() { action.withLock { $0 }?() }
}
