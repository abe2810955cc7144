import Dispatch

/// Runs jobs in one transaction and resumes their callers when it is durable.
///
/// If no caller waits for the disk, they resume when the transaction is written. Jobs first run without
/// savepoints, because a savepoint copies every page that its job changes. When a job fails after it has
/// written, the batch is rolled back and runs again with a savepoint for each job.
struct WriteBatch {
    fileprivate enum Outcome {
        case done(Job.Answer)
        case failed(any Error)
    }

    /// A job failed after it had written, and its changes cannot be separated from those of the other jobs.
    private struct MustRunAgain: Error {}

    private let jobs: [Job]
    private let connection: Connection
    private let answers: DispatchQueue?
    private var outcomes: [Outcome] = []
    private var usesSavepoints = false

    /// Prepares the jobs of a transaction.
    ///
    /// - Parameters:
    ///   - jobs: The jobs, in order.
    ///   - connection: The connection that runs them.
    ///   - answers: The queue that resumes several callers; `nil` for the queue of the jobs.
    init(jobs: [Job], connection: Connection, answers: DispatchQueue? = nil) {
        self.jobs = jobs
        self.connection = connection
        self.answers = answers
        outcomes.reserveCapacity(jobs.count)
    }

    /// Runs every job to a result; afterwards each caller has its result, or is about to get it.
    mutating func run() {
        while outcomes.count < jobs.count {
            let start = outcomes.count
            do {
                try runTransaction()
                connection.runCommittedActions()
            } catch is MustRunAgain {
                if undo(to: start) { continue }
            } catch {
                fail(from: start, with: rollingBack(error))
            }
            answer(from: start)
        }
    }

    // Throws early when SQLite has ended the transaction; the remaining jobs get another one.
    private mutating func runTransaction() throws {
        try connection.beginWriting()
        for job in jobs[outcomes.count...] {
            outcomes.append(usesSavepoints ? outcomeInSavepoint(of: job) : try outcome(of: job))
            try requireTransaction()
        }
        // An acknowledged write must still be there after a restart.
        guard connection.isAtItsPath else { throw DatabaseRefusal.fileMoved }
        try connection.commit(waitingForDisk: jobs.contains(where: \.waitsForDisk))
        // The file may have been moved during the commit. Then the changes may be in the file, but they are
        // not acknowledged.
        guard connection.isAtItsPath else { throw DatabaseRefusal.fileMoved }
    }

    private func outcomeInSavepoint(of job: Job) -> Outcome {
        do {
            return .done(try connection.withSavepoint { try job.run(connection) })
        } catch {
            return .failed(error)
        }
    }

    private func outcome(of job: Job) throws -> Outcome {
        let actionCount = connection.committedActionCount
        connection.hasWritten = false
        do {
            let answer = try job.run(connection)
            if connection.isInTransaction { try connection.requireDeferredForeignKeysSatisfied() }
            return .done(answer)
        } catch {
            guard !connection.hasWritten || !connection.isInTransaction else { throw MustRunAgain() }
            connection.dropCommittedActions(from: actionCount)
            return .failed(error)
        }
    }

    private mutating func undo(to start: Int) -> Bool {
        outcomes.removeSubrange(start...)
        usesSavepoints = true
        do {
            try connection.rollBack()
            return true
        } catch {
            fail(from: start, with: error)
            return false
        }
    }

    private func requireTransaction() throws {
        guard !connection.isInTransaction else { return }
        if case .failed(let error) = outcomes.last { throw error }
        throw DatabaseRefusal.transactionEndedByJob
    }

    private func rollingBack(_ error: any Error) -> any Error {
        do {
            try connection.rollBack()
            return error
        } catch let second {
            return second
        }
    }

    // A job that failed by itself keeps its own error. If no job has a result, the transaction could not be
    // opened.
    private mutating func fail(from start: Int, with error: any Error) {
        if outcomes.count == start {
            outcomes += Array(repeating: .failed(error), count: jobs.count - start)
        }
        for index in start..<outcomes.count {
            if case .done = outcomes[index] { outcomes[index] = .failed(error) }
        }
    }

    // Not on the writer's thread: waking many callers takes long and would use its processor time. A single
    // caller gets its result at once, because switching threads takes as long.
    private func answer(from start: Int) {
        let callers = Array(zip(jobs, outcomes).dropFirst(start))
        guard let answers, callers.count > 1 else { return tell(callers) }
        answers.async { tell(callers) }
    }
}

private func tell(_ callers: [(Job, WriteBatch.Outcome)]) {
    for (job, outcome) in callers {
        switch outcome {
        case .done(let answer): answer()
        case .failed(let error): job.fail(error)
        }
    }
}
