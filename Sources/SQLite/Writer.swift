import Dispatch
import Synchronization

/// Runs jobs on the one connection that writes, all waiting jobs in one transaction.
actor Writer {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: QueueExecutor
    private let queue: Mutex<JobQueueStateMachine>
    private let batchLimit: Int
    private let committed: (@Sendable (Int, Duration) -> Void)?
    private let checkpointer: Checkpointer
    private let answers = DispatchQueue(label: "sqlite.answers", qos: .userInitiated)
    private var connection: Connection?

    init(path: String, configuration: Database.Configuration) throws {
        executor = QueueExecutor(label: "sqlite.writer")
        queue = Mutex(JobQueueStateMachine(workerCount: 1, limit: configuration.waitingJobLimit))
        batchLimit = configuration.batchLimit
        committed = configuration.committed
        // The writer comes first, because it creates the file.
        connection = try Connection.writer(path: path, configuration: configuration)
        checkpointer = try Checkpointer(path: path, configuration: configuration)
    }

    /// Queues a job for the next transaction, or refuses it at once.
    nonisolated func submit(_ job: Job) {
        switch queue.withLock({ $0.accept(job) }) {
        case .wait: break
        case .wake: schedule()
        case .refuse(let refusal): job.fail(refusal)
        }
    }

    /// Runs a body on the connection, between two transactions.
    func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        guard let connection else { throw DatabaseRefusal.closed }
        return try body(connection)
    }

    /// Refuses new jobs, runs the waiting ones, and closes the connection.
    func close() async {
        queue.withLock { $0.close() }
        finish()
        await checkpointer.close()
        connection = nil
    }

    /// Closes as ``close()`` does, and blocks the calling thread until that is done.
    nonisolated func closeAndWait() {
        queue.withLock { $0.close() }
        executor.queue.sync { self.assumeIsolated { $0.finish() } }
        checkpointer.closeAndWait()
        executor.queue.sync { self.assumeIsolated { $0.connection = nil } }
    }

    // After closing, every caller has its result; no caller that gets one waits for this thread.
    private func finish() {
        while writeBatch() {}
        answers.sync {}
    }

    private nonisolated func schedule() {
        executor.queue.async { self.assumeIsolated { $0.work() } }
    }

    // One batch per call, so that other calls of the actor can run in between.
    private func work() {
        if writeBatch() { schedule() }
    }

    private func writeBatch() -> Bool {
        guard let connection else { return false }
        let jobs = queue.withLock { $0.next(atMost: batchLimit, for: 0) }
        guard !jobs.isEmpty else { return false }
        var batch = WriteBatch(jobs: jobs, connection: connection, answers: answers)
        let began = ContinuousClock.now
        batch.run()
        committed?(jobs.count, began.duration(to: .now))
        checkpointer.keepLogShort(after: connection)
        return true
    }
}
