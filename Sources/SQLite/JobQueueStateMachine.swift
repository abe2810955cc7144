/// Decides which jobs wait, which run next, and when a sleeping worker must be woken.
struct JobQueueStateMachine {
    enum Acceptance: Equatable {
        case wait
        case wake(worker: Int)
        case refuse(DatabaseRefusal)
    }

    private let limit: Int
    private var waiting: [Job] = []
    private var sleepingWorkers: [Int]
    private var isClosed = false

    init(workerCount: Int, limit: Int) {
        self.limit = limit
        sleepingWorkers = Array((0..<workerCount).reversed())
    }

    /// Accepts or refuses a caller's job.
    mutating func accept(_ job: Job) -> Acceptance {
        guard !isClosed else { return .refuse(.closed) }
        guard waiting.count < limit else { return .refuse(.tooManyWaiting(limit: limit)) }
        waiting.append(job)
        guard let worker = sleepingWorkers.popLast() else { return .wait }
        return .wake(worker: worker)
    }

    /// Returns the next jobs for a worker; without jobs, the worker sleeps until it is woken.
    ///
    /// - Complexity: O(*n*) in the number of jobs that wait.
    mutating func next(atMost count: Int, for worker: Int) -> [Job] {
        guard !waiting.isEmpty else {
            sleepingWorkers.append(worker)
            return []
        }
        let jobs = Array(waiting.prefix(count))
        waiting.removeFirst(jobs.count)
        return jobs
    }

    /// Refuses new jobs from now on; waiting jobs still run.
    mutating func close() { isClosed = true }
}
