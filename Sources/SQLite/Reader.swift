import Dispatch

/// Runs jobs on one connection that only reads, each on its own snapshot.
actor Reader {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: QueueExecutor
    private var connection: Connection?

    init(number: Int, path: String, configuration: Database.Configuration) throws {
        executor = QueueExecutor(label: "sqlite.reader.\(number)")
        connection = try Connection.reader(path: path, configuration: configuration)
    }

    /// Runs an action on the reader's queue, after earlier actions.
    nonisolated func perform(_ action: @escaping @Sendable (isolated Reader) -> Void) {
        executor.queue.async { self.assumeIsolated(action) }
    }

    /// Runs an action as ``perform(_:)`` does, and blocks the calling thread until it is done.
    nonisolated func performAndWait(_ action: @Sendable (isolated Reader) -> Void) {
        executor.queue.sync { self.assumeIsolated(action) }
    }

    /// Runs a job and gives its caller the result.
    func run(_ job: Job) {
        do {
            guard let connection else { throw DatabaseRefusal.closed }
            let answer = try connection.withSnapshot { try job.run(connection) }
            answer()
        } catch {
            job.fail(error)
        }
    }

    /// Runs a body on the connection, between two jobs.
    func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        guard let connection else { throw DatabaseRefusal.closed }
        return try body(connection)
    }

    /// Closes the connection.
    func close() { connection = nil }
}
