/// A PostgreSQL database with one writing connection and several reading ones, for use from any task.
///
/// Writes that wait at the same time share one transaction. Each such transaction holds an advisory lock of the database, so
/// that all programs that use this type write one after another: what a job reads stays as it is until its transaction ends,
/// and transactions become visible in the order of their commits. Reads run beside them, each on a consistent snapshot.
///
/// A lost connection is opened again by itself. A write is repeated only if the server has not committed it. A server that does
/// not answer for five seconds counts as away: all connections end, and jobs fail at once until it answers again.
public final class PostgresDatabase: Sendable {
    /// The limits within which a database works.
    public struct Configuration: Sendable {
        /// How many reads can run at the same time.
        public var readerCount: Int
        /// How many writes, and how many reads, may wait; further ones are refused.
        public var waitingJobLimit: Int
        /// The maximum number of writes that share one transaction.
        public var batchLimit: Int
        /// The number of the advisory lock that all programs take that write to the database.
        public var writeLock: Int64
        /// A table in which each writer keeps the number of its last transaction.
        ///
        /// Its columns are `writer text PRIMARY KEY`, `number bigint` and `at bigint`, in seconds. Without it, the outcome of a commit
        /// stays unknown when its connection is lost.
        public var commitTable: String?
        /// How long a caller waits to learn whether a commit took place whose connection was lost.
        public var recoveryTime: Duration
        /// How the server names the connections (`application_name`), of at most 63 bytes.
        public var applicationName = PostgresConnection.standardApplicationName
        /// Receives what each transaction that writes took; it must not wait.
        public var committed: (@Sendable (PostgresCommit) -> Void)?
        /// Runs when a connection was lost; it must not wait.
        public var lost: (@Sendable () -> Void)?

        /// Sets the limits; the counts must be at least one.
        public init(
            readerCount: Int = 4, waitingJobLimit: Int = 10_000, batchLimit: Int = 512,
            writeLock: Int64 = 0, recoveryTime: Duration = .seconds(10)
        ) {
            precondition(
                readerCount > 0 && waitingJobLimit > 0 && batchLimit > 0,
                "a database needs limits of at least one")
            self.readerCount = readerCount
            self.waitingJobLimit = waitingJobLimit
            self.batchLimit = batchLimit
            self.writeLock = writeLock
            self.recoveryTime = recoveryTime
        }
    }

    private let writes: PostgresJobQueue
    private let reads: PostgresJobQueue
    private let writer: PostgresWriter
    private let readers: [PostgresReader]
    /// Finds out whether the server answers; for other connections to the same server.
    public let pulse: PostgresPulse

    /// Prepares a database; connections are opened when they are needed.
    ///
    /// - Parameters:
    ///   - address: The server and the database, such as `postgres://user@host/database`.
    ///   - configuration: The limits.
    ///   - translate: Changes the text of a statement before it is prepared; called once for each text and connection.
    public init(
        address: String, configuration: Configuration = Configuration(),
        translate: @escaping @Sendable (String) -> String = { $0 }
    ) {
        let pulse = PostgresPulse(address: address, applicationName: configuration.applicationName)
        self.pulse = pulse
        let connect: @Sendable () throws -> PostgresConnection = { try pulse.connect(translate: translate) }
        let reads = PostgresJobQueue(
            workers: configuration.readerCount, limit: configuration.waitingJobLimit)
        self.reads = reads
        writes = PostgresJobQueue(workers: 1, limit: configuration.waitingJobLimit)
        writer = PostgresWriter(configuration: configuration, queue: writes, connect: connect)
        readers = (0..<configuration.readerCount).map {
            PostgresReader(number: $0, queue: reads, connect: connect, lost: configuration.lost)
        }
        pulse.start()
    }

    /// Runs a job in a transaction that can write, and returns when it is durable.
    ///
    /// When a job throws, only its own changes are rolled back. A job may run again after another job failed or the connection
    /// was lost, so it must change nothing but the database. It must not begin or end transactions. Cancelling the caller does
    /// not cancel the job.
    ///
    /// - Returns: The job's result.
    /// - Throws: What the job throws; ``PostgresError`` if the transaction was not committed;
    ///   ``PostgresRefusal/outcomeUnknown``, after which it may have been; other cases of ``PostgresRefusal``.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = PostgresJob(body, continuation: continuation)
            do { if try writes.accept(job) != nil { writer.wake() } } catch { job.fail(error) }
        }
    }

    /// Runs a job that only reads, on one consistent state of the database.
    ///
    /// - Returns: The job's result.
    /// - Throws: What the job throws, ``PostgresError`` and ``PostgresRefusal``.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = PostgresJob(body, continuation: continuation)
            do { if let reader = try reads.accept(job) { readers[reader].wake() } } catch { job.fail(error) }
        }
    }

    /// Runs a body on the writing connection, between two transactions and without the lock.
    ///
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and ``PostgresError``.
    public func betweenWrites<Result: Sendable>(
        _ body: @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await writer.withConnection(body)
    }

    /// Runs an action after each durable transaction of this database, when all actions of
    /// ``PostgresConnection/afterCommit(_:)`` have run.
    ///
    /// It delays the next transaction of this process, but of no other one: it runs without the lock. It may read from the
    /// connection. When the server cannot be reached after a commit, the action does not run.
    public func afterEachCommit(_ action: @escaping @Sendable (PostgresConnection) -> Void) async {
        await writer.afterEachCommit(action)
    }

    /// Lets transactions of this database write only if a query says so, which each of them runs when it has the lock; others fail with
    /// ``PostgresRefusal/notAdmitted``.
    ///
    /// - Parameter query: A query of one truth value, in the server's own words.
    public func admit(_ query: String) async { await writer.admit(query) }

    /// The number of the server's process that serves the writing connection; 0 without one.
    public var writingProcess: Int32 { writer.serverProcess }

    /// How many of the reading connections are open.
    public var openReaders: Int { readers.count(where: \.isConnected) }

    /// Finishes the waiting jobs and closes the connections; later calls throw ``PostgresRefusal/closed``.
    public func close() async {
        reads.close()
        writes.close()
        for reader in readers { await reader.close() }
        await writer.close()
        pulse.stop()
    }
}
