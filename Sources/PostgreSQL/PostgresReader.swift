import Dispatch

/// Runs jobs on one connection that only reads, each on its own snapshot.
///
/// A lost connection is opened again, and the job that met the loss runs once more: it has changed nothing.
actor PostgresReader {
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let number: Int
    private let executor: PostgresExecutor
    private let queue: PostgresJobQueue
    private let connect: @Sendable () throws -> PostgresConnection
    private var connection: PostgresConnection?

    init(
        number: Int, queue: PostgresJobQueue, connect: @escaping @Sendable () throws -> PostgresConnection
    ) {
        self.number = number
        self.queue = queue
        self.connect = connect
        executor = PostgresExecutor(label: "postgresql.reader.\(number)")
    }

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
                connection = nil
                answer = try read(job)
            }
            answer()
        } catch {
            if connection?.isLost == true { connection = nil }
            job.fail(error)
        }
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
