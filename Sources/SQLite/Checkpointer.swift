import Dispatch
import Synchronization

/// Carries pages from the write-ahead log over to the database file while the writer goes on.
///
/// A checkpoint waits for the disk twice; on the writer's own thread every few batches would wait for it. The writer
/// only does what is left when the log is to begin anew, as ``LogUpkeepStateMachine`` decides.
actor Checkpointer {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: QueueExecutor
    private let upkeep = Mutex(LogUpkeepStateMachine())
    private var connection: Connection?

    init(path: String, configuration: Database.Configuration) throws {
        executor = QueueExecutor(label: "sqlite.checkpointer")
        connection = try Connection.checkpointer(path: path, configuration: configuration)
    }

    /// Sees to it that the log is carried over in time; called by the writer after each commit.
    nonisolated func keepLogShort(after writer: Connection) {
        switch upkeep.withLock({ $0.committed(logPages: writer.logPageCount) }) {
        case .nothing:
            break
        case .carryBesideWriter:
            executor.queue.async { self.assumeIsolated { $0.carry() } }
        case .finish:
            let pages = writer.checkpoint()
            upkeep.withLock { $0.carried(pages) }
        }
    }

    /// Lets go of the file.
    func close() { connection = nil }

    private func carry() {
        let pages = connection?.checkpoint()
        // Otherwise whoever carries over the last page would wait for all that was left to the system. After a failure
        // this connection is of no use: the writer's own file is told of it when it is synced.
        if let connection, !connection.syncFile() { self.connection = nil }
        upkeep.withLock { $0.carried(pages) }
    }
}
