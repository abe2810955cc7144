import Dispatch
import Glibc
import Synchronization

/// Runs jobs on the one connection that writes, all waiting jobs in one transaction.
actor PostgresWriter {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private static let pauseMicroseconds: UInt32 = 100_000

    private let executor = PostgresExecutor(label: "postgresql.writer")
    private let queue: PostgresJobQueue
    private let configuration: PostgresDatabase.Configuration
    private let connect: @Sendable () throws -> PostgresConnection
    private var connection: PostgresConnection?
    /// Runs after each durable transaction, when its own actions have run.
    private var commitObserver: (@Sendable (PostgresConnection) -> Void)?
    /// The server's process that serves the connection; 0 without one.
    private let process = Atomic<Int32>(0)
    private var transactions = 0
    /// Names the writer in the table of commits; no other process has the same.
    private let name: String
    /// Says in a transaction whether it may write; `nil` for any.
    private var admission: String?

    init(
        configuration: PostgresDatabase.Configuration, queue: PostgresJobQueue,
        connect: @escaping @Sendable () throws -> PostgresConnection
    ) {
        self.configuration = configuration
        self.queue = queue
        self.connect = connect
        name = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined(
            separator: "-")
    }

    /// The server's process that serves the connection; 0 without one.
    nonisolated var serverProcess: Int32 { process.load(ordering: .relaxed) }

    /// Makes the writer take jobs from the queue.
    nonisolated func wake() { executor.queue.async { self.assumeIsolated { $0.work() } } }

    /// Runs an action after each durable transaction.
    func afterEachCommit(_ action: @escaping @Sendable (PostgresConnection) -> Void) {
        commitObserver = action
    }

    /// Lets transactions write only if a query says so.
    func admit(_ query: String) { admission = query }

    /// Runs a body on the connection between two transactions.
    func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        do { return try body(try connected()) } catch let error as PostgresError where error.isConnectionLoss
        {
            drop()
            return try body(try connected())
        }
    }

    /// Runs the waiting jobs and closes the connection.
    func close() {
        while writeBatch() {}
        drop()
    }

    // One batch per call, so that other calls of the actor can run in between.
    private func work() {
        if writeBatch() { wake() }
    }

    private func writeBatch() -> Bool {
        let limit = configuration.batchLimit
        let jobs = queue.next(atMost: limit, for: 0)
        guard !jobs.isEmpty else { return false }
        var batch = PostgresWriteBatch(
            jobs: jobs, queue: queue, limit: limit, lock: configuration.writeLock, admission: admission)
        while !batch.isDone {
            do { try batch.run(on: try connected()) } catch { batch.fail(with: error) }
            if connection?.isLost == true { recover(&batch) }
        }
        if batch.hasCommitted, let commitObserver, let connection = try? connected() {
            commitObserver(connection)
        }
        if let wait = batch.lockWait {
            let commit = PostgresCommit(writes: batch.jobs.count, wait: wait, duration: batch.duration)
            configuration.committed?(commit)
        }
        batch.answer()
        return true
    }

    /// Finds out what became of a transaction whose connection was lost.
    private func recover(_ batch: inout PostgresWriteBatch) {
        drop()
        guard let number = batch.transactionInDoubt else { return }
        let deadline = ContinuousClock.now.advanced(by: configuration.recoveryTime)
        repeat {
            do {
                let left = ContinuousClock.now.duration(to: deadline)
                let committed = try connected().hasCommitted(
                    number, lock: configuration.writeLock, patience: left)
                guard let isCommitted = committed else { break }
                return batch.resolve(isCommitted: isCommitted)
            } catch { drop() }
            usleep(Self.pauseMicroseconds)
        } while ContinuousClock.now < deadline
        batch.fail(with: PostgresRefusal.outcomeUnknown)
    }

    private func connected() throws -> PostgresConnection {
        if let connection, !connection.isLost { return connection }
        let opened = try connect()
        opened.writingTransactions = transactions
        opened.commitRow = configuration.commitTable.map { ($0, name) }
        process.store(opened.serverProcess, ordering: .relaxed)
        connection = opened
        return opened
    }

    private func drop() {
        // Numbers of transactions go on, so that no two transactions of a database have the same.
        transactions = connection?.writingTransactions ?? transactions
        if connection?.isLost == true { configuration.lost?() }
        connection = nil
        process.store(0, ordering: .relaxed)
    }
}
