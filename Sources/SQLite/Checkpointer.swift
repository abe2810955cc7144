import Dispatch
import Synchronization

/// Carries pages from the write-ahead log over to the database file while the writer goes on.
///
/// A checkpoint waits for the disk twice; on the writer's own thread every few batches would wait for it.
actor Checkpointer {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: QueueExecutor
    private let isRequested = Mutex(false)
    private var connection: Connection?

    init(path: String, configuration: Database.Configuration) throws {
        executor = QueueExecutor(label: "sqlite.checkpointer")
        connection = try Connection.checkpointer(path: path, configuration: configuration)
    }

    /// Has the log looked at soon; a request while one waits is the same request.
    nonisolated func request() {
        let isFirst = isRequested.withLock { isRequested in
            defer { isRequested = true }
            return !isRequested
        }
        guard isFirst else { return }
        executor.queue.async { self.assumeIsolated { $0.checkpoint() } }
    }

    /// Lets go of the file.
    func close() { connection = nil }

    private func checkpoint() {
        isRequested.withLock { $0 = false }
        connection?.checkpoint()
    }
}
