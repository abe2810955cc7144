/// Jobs that share one transaction, and what became of each.
///
/// Jobs first run without savepoints. When a job fails after it has written, the batch is rolled back and runs again with a
/// savepoint for each job.
struct PostgresWriteBatch {
    private enum Outcome {
        case done(PostgresJob.Answer)
        case failed(any Error)
    }

    /// A job failed after it had written, and its changes cannot be separated from those of the other jobs.
    private struct MustRunAgain: Error {}

    private(set) var jobs: [PostgresJob]
    private let queue: PostgresJobQueue
    private let limit: Int
    private let lock: Int64
    private let admission: String?
    private var outcomes: [Outcome] = []
    private var usesSavepoints = false
    private var lossesLeft = 1
    private var doubtful: (number: Int, connection: PostgresConnection)?
    /// Whether every job has an outcome.
    private(set) var isDone = false
    /// Whether the transaction is durable.
    private(set) var hasCommitted = false
    /// How long the last try waited for the lock; `nil` before the first.
    private(set) var lockWait: Duration?
    /// How long the transaction had the lock until it was durable; `nil` when it is not.
    private(set) var duration: Duration?
    private var locked = ContinuousClock.now

    /// Prepares the jobs of a transaction.
    ///
    /// - Parameters:
    ///   - jobs: The first jobs, in order.
    ///   - queue: Where jobs wait; those that came while the transaction waited for the lock share it.
    ///   - limit: The maximum number of jobs.
    ///   - lock: The number of the lock that everybody who writes takes.
    ///   - admission: A query that says whether the transaction may write; `nil` for any.
    init(jobs: [PostgresJob], queue: PostgresJobQueue, limit: Int, lock: Int64, admission: String?) {
        self.jobs = jobs
        self.queue = queue
        self.limit = limit
        self.lock = lock
        self.admission = admission
    }

    /// The number of the transaction of which it is not known whether it was committed.
    var transactionInDoubt: Int? { doubtful?.number }

    /// Runs the jobs and commits, or leaves a state in which the batch can run again.
    mutating func run(on connection: PostgresConnection) throws {
        outcomes.removeAll(keepingCapacity: true)
        do {
            let number = try begin(on: connection)
            jobs += queue.more(atMost: limit - jobs.count)
            for job in jobs {
                outcomes.append(try outcome(of: job, on: connection))
                guard !connection.isLost else { throw PostgresError.lost }
            }
            doubtful = (number, connection)
            try commit(on: connection)
            resolve(isCommitted: true)
        } catch is MustRunAgain {
            usesSavepoints = true
            try connection.rollBack()
        } catch let error as PostgresError where error.isConnectionLoss {
            guard connection.isLost else {
                try connection.rollBack()
                throw error
            }
            // Before the commit, nothing has happened. After it, the caller asks the server.
            if doubtful == nil { try useUpLoss(error) }
        } catch {
            doubtful = nil
            try connection.rollBack()
            throw error
        }
    }

    private mutating func begin(on connection: PostgresConnection) throws -> Int {
        let began = ContinuousClock.now
        defer {
            locked = .now
            lockWait = began.duration(to: locked)
        }
        return try connection.beginWriting(lock: lock, admission: admission)
    }

    private mutating func commit(on connection: PostgresConnection) throws {
        do { try connection.commit() } catch let error as PostgresError where !error.isConnectionLoss {
            doubtful = nil
            // A statement that was sent late has failed. The job that sent it is found with savepoints.
            throw jobs.count == 1 || usesSavepoints ? error : MustRunAgain()
        }
    }

    private mutating func useUpLoss(_ error: PostgresError) throws {
        guard lossesLeft > 0 else { throw error }
        lossesLeft -= 1
    }

    /// Records whether the doubtful transaction was committed; if not, the batch runs again.
    mutating func resolve(isCommitted: Bool) {
        defer { doubtful = nil }
        guard isCommitted else { return }
        doubtful?.connection.runCommittedActions()
        (isDone, hasCommitted) = (true, true)
        duration = locked.duration(to: .now)
    }

    /// Gives every job that has no failure of its own an error.
    mutating func fail(with error: any Error) {
        doubtful = nil
        outcomes = jobs.indices.map { index in
            if index < outcomes.count, case .failed(let own) = outcomes[index], !(own is PostgresError) {
                return .failed(own)
            }
            return .failed(error)
        }
        isDone = true
    }

    /// Gives each caller its result.
    func answer() {
        for (job, outcome) in zip(jobs, outcomes) {
            switch outcome {
            case .done(let answer): answer()
            case .failed(let error): job.fail(error)
            }
        }
    }

    private func outcome(of job: PostgresJob, on connection: PostgresConnection) throws -> Outcome {
        if usesSavepoints {
            do { return .done(try connection.withSavepoint { try job.run(connection) }) } catch {
                return .failed(error)
            }
        }
        let actionCount = connection.committedActionCount
        connection.needsRollback = false
        do { return .done(try job.run(connection)) } catch {
            if connection.isLost { throw PostgresError.lost }
            guard !connection.needsRollback else { throw jobs.count == 1 ? error : MustRunAgain() }
            connection.dropCommittedActions(from: actionCount)
            return .failed(error)
        }
    }
}

extension PostgresError {
    fileprivate static let lost = PostgresError(
        state: connectionFailure, message: "the connection was lost during a job")
}
