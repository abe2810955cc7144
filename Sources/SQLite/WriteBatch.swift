/// Runs jobs in one transaction and answers their callers once it is durable.
struct WriteBatch {
    private enum Outcome {
        case done(Job.Answer)
        case failed(any Error)
    }

    private let jobs: [Job]
    private let connection: Connection
    private var outcomes: [Outcome] = []

    init(jobs: [Job], connection: Connection) {
        self.jobs = jobs
        self.connection = connection
        outcomes.reserveCapacity(jobs.count)
    }

    /// Runs every job once; afterwards each caller has its answer.
    mutating func run() {
        while outcomes.count < jobs.count {
            let start = outcomes.count
            do {
                try runTransaction()
                connection.takeCommittedActions().forEach { $0() }
            } catch {
                fail(from: start, with: rollingBack(error))
            }
            answer(from: start)
        }
    }

    // Ends early, by throwing, when SQLite has given up the transaction; the jobs after that get another one.
    private mutating func runTransaction() throws {
        let isAlone = jobs.count - outcomes.count == 1
        try connection.beginWriting()
        for job in jobs[outcomes.count...] {
            if isAlone {
                outcomes.append(.done(try job.run(connection)))
            } else {
                outcomes.append(outcome(of: job))
            }
            try requireTransaction()
        }
        try connection.commit()
    }

    private func outcome(of job: Job) -> Outcome {
        do {
            return .done(try connection.withSavepoint { try job.run(connection) })
        } catch {
            return .failed(error)
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

    // A job that failed by itself keeps its own error. If none has an outcome, the transaction could not be opened, or
    // the only job of it threw.
    private mutating func fail(from start: Int, with error: any Error) {
        if outcomes.count == start {
            outcomes += Array(repeating: .failed(error), count: jobs.count - start)
        }
        for index in start..<outcomes.count {
            if case .done = outcomes[index] { outcomes[index] = .failed(error) }
        }
    }

    private func answer(from start: Int) {
        for index in start..<outcomes.count {
            switch outcomes[index] {
            case .done(let answer): answer()
            case .failed(let error): jobs[index].fail(error)
            }
        }
    }
}
