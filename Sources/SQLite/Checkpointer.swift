import Dispatch
import Synchronization

/// Copies pages from the write-ahead log to the database file while the writer continues.
///
/// A checkpoint waits for the disk two or three times: for the log, for the file where SQLite syncs it, and
/// again for the file where SQLite does not. On the writer's thread, it would delay the writes after every
/// few batches. So the writer only does the rest when the log restarts, as ``LogUpkeepStateMachine`` decides.
actor Checkpointer {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: QueueExecutor
    private let path: String
    private let configuration: Database.Configuration
    private let upkeep: Mutex<LogUpkeepStateMachine>
    private var connection: Connection?

    init(path: String, configuration: Database.Configuration) throws {
        executor = QueueExecutor(label: "sqlite.checkpointer")
        self.path = path
        self.configuration = configuration
        upkeep = Mutex(LogUpkeepStateMachine(limits: configuration.logLimits))
        connection = try Connection.checkpointer(path: path, configuration: configuration)
    }

    /// Schedules a checkpoint if one is due; the writer calls this after each commit.
    nonisolated func keepLogShort(after writer: Connection) {
        switch upkeep.withLock({ $0.committed(logPages: writer.logPageCount) }) {
        case .nothing:
            break
        case .carryBesideWriter:
            executor.queue.async { self.assumeIsolated { $0.carry() } }
        case .finish:
            tell { try writer.checkpoint() }
        }
    }

    /// Runs a body on the connection, between two turns; after a failure there is no connection until the
    /// next turn.
    func withConnection<Result>(_ body: (Connection?) throws -> Result) rethrows -> Result {
        try body(connection)
    }

    /// Closes the file; call it after the writer, which requests turns, has ended.
    func close() { connection = nil }

    /// Closes as ``close()`` does, and blocks the calling thread until that is done.
    nonisolated func closeAndWait() { executor.queue.sync { self.assumeIsolated { $0.close() } } }

    private func carry() {
        tell {
            do {
                let connection =
                    try self.connection ?? .checkpointer(path: path, configuration: configuration)
                self.connection = connection
                let pages = try connection.checkpoint()
                // Otherwise the checkpoint that copies the last page would wait for all unsynced data.
                try connection.syncFile()
                return pages
            } catch {
                // Closed, because a new connection may work even if this one has failed.
                connection = nil
                throw error
            }
        }
    }

    /// Ends a turn; reports a failure once, until a turn succeeds again.
    private nonisolated func tell(of turn: () throws -> Int?) {
        do {
            let pages = try turn()
            upkeep.withLock { $0.carried(pages) }
        } catch {
            let isNews = upkeep.withLock { $0.failed() }
            if isNews { configuration.report(LogUpkeepFailure(cause: error)) }
        }
    }
}
