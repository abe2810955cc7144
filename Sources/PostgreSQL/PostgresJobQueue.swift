import Synchronization

/// The jobs that wait for a connection.
final class PostgresJobQueue: Sendable {
    private struct State {
        var waiting: [PostgresJob] = []
        var sleeping: [Int]
        var isClosed = false

        mutating func take(atMost count: Int) -> [PostgresJob] {
            let jobs = Array(waiting.prefix(count))
            waiting.removeFirst(jobs.count)
            return jobs
        }
    }

    private let state: Mutex<State>
    private let limit: Int

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - workers: How many workers take jobs from it.
    ///   - limit: How many jobs may wait.
    init(workers: Int, limit: Int) {
        state = Mutex(State(sleeping: Array((0..<workers).reversed())))
        self.limit = limit
    }

    /// Accepts a job.
    ///
    /// - Returns: The worker to wake, if one sleeps.
    /// - Throws: ``PostgresRefusal/closed`` and ``PostgresRefusal/tooManyWaiting(limit:)``.
    func accept(_ job: PostgresJob) throws(PostgresRefusal) -> Int? {
        let answer = state.withLock { state -> Result<Int?, PostgresRefusal> in
            if state.isClosed { return .failure(.closed) }
            if state.waiting.count >= limit { return .failure(.tooManyWaiting(limit: limit)) }
            state.waiting.append(job)
            return .success(state.sleeping.popLast())
        }
        return try answer.get()
    }

    /// The next jobs for a worker; without jobs, the worker sleeps until it is woken.
    func next(atMost count: Int, for worker: Int) -> [PostgresJob] {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.sleeping.append(worker)
                return []
            }
            return state.take(atMost: count)
        }
    }

    /// Further jobs for a worker that has some; possibly none.
    func more(atMost count: Int) -> [PostgresJob] { state.withLock { $0.take(atMost: count) } }

    /// Refuses new jobs from now on; waiting jobs still run.
    func close() { state.withLock { $0.isClosed = true } }
}
