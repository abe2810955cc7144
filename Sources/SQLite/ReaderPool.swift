import Synchronization

/// Distributes reads over several connections, so that a slow read does not block others.
final class ReaderPool: Sendable {
    let readers: [Reader]
    private let queue: Mutex<JobQueueStateMachine>

    init(path: String, configuration: Database.Configuration) throws {
        readers = try (0..<configuration.readerCount).map {
            try Reader(number: $0, path: path, configuration: configuration)
        }
        queue = Mutex(
            JobQueueStateMachine(workerCount: configuration.readerCount, limit: configuration.waitingJobLimit)
        )
    }

    /// Queues a job for the next free reader, or refuses it at once.
    func submit(_ job: Job) {
        switch queue.withLock({ $0.accept(job) }) {
        case .wait: break
        case .wake(let worker): schedule(worker)
        case .refuse(let refusal): job.fail(refusal)
        }
    }

    /// Refuses new jobs, runs the waiting ones, and closes the connections.
    func close() async {
        queue.withLock { $0.close() }
        for index in readers.indices { await drain(index) }
    }

    /// Closes as ``close()`` does, and blocks the calling thread until that is done.
    func closeAndWait() {
        queue.withLock { $0.close() }
        for index in readers.indices { readers[index].performAndWait { self.drain($0, number: index) } }
    }

    private func schedule(_ index: Int) {
        readers[index].perform { reader in
            if self.runNext(on: reader, number: index) { self.schedule(index) }
        }
    }

    private func runNext(on reader: isolated Reader, number: Int) -> Bool {
        guard let job = queue.withLock({ $0.next(atMost: 1, for: number) }).first else { return false }
        reader.run(job)
        return true
    }

    private func drain(_ index: Int) async {
        await drain(readers[index], number: index)
    }

    private func drain(_ reader: isolated Reader, number: Int) {
        while runNext(on: reader, number: number) {}
        reader.close()
    }
}
