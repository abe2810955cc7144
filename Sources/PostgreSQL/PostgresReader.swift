import Dispatch
import Synchronization

/// Runs jobs on one connection that only reads, each on its own snapshot.
///
/// A lost connection is opened again, and the job that met the loss runs once more: it has changed nothing.
actor PostgresReader {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let number: Int
    private let executor: PostgresExecutor
    private let queue: PostgresJobQueue
    private let connect: @Sendable () throws -> PostgresConnection
    private let lost: (@Sendable () -> Void)?
    private let connected = Atomic<Bool>(false)
    private var connection: PostgresConnection? {
        didSet { connected.store(connection != nil, ordering: .relaxed) }
    }

    init(
        number: Int, queue: PostgresJobQueue, connect: @escaping @Sendable () throws -> PostgresConnection,
        lost: (@Sendable () -> Void)? = nil
    ) {
        self.number = number
        self.queue = queue
        self.connect = connect
        self.lost = lost
        executor = PostgresExecutor(label: "postgresql.reader.\(number)")
    }

    /// Whether the connection is open, as far as the reader knows.
    nonisolated var isConnected: Bool { connected.load(ordering: .relaxed) }

    /// Makes the reader take jobs from the queue.
    nonisolated func wake() { executor.queue.async { self.assumeIsolated { $0.work() } } }

    private func work() {
        guard let job = queue.next(atMost: 1, for: number).first else { return }
        run(job)
        wake()
    }

    private func run(_ job: PostgresJob) {
        do {
            let answer: PostgresJob.Answer
            do { answer = try read(job) } catch let error as PostgresError where error.isConnectionLoss {
                drop()
                answer = try read(job)
            }
            answer()
        } catch {
            if connection?.isLost == true { drop() }
            job.fail(error)
        }
    }

    private func drop() {
        if connection != nil { lost?() }
        connection = nil
    }

    private func read(_ job: PostgresJob) throws -> PostgresJob.Answer {
        let open = try connection ?? connect()
        connection = open
        try open.beginReading()
        do {
            let answer = try job.run(open)
            try open.commit()
            return answer
        } catch {
            if !open.isLost { try open.rollBack() }
            throw error
        }
    }

    /// Runs the waiting jobs and closes the connection.
    func close() {
        while let job = queue.next(atMost: 1, for: number).first { run(job) }
        connection = nil
    }
}
