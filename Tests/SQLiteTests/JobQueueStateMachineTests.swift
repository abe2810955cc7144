import Testing

@testable import SQLite

struct JobQueueStateMachineTests {
    private let job = Job(run: { _ in {} }, fail: { _ in })

    @Test func `the first job wakes a worker and the next ones wait for it`() {
        var machine = JobQueueStateMachine(workerCount: 1, limit: 10)
        #expect(machine.accept(job) == .wake(worker: 0))
        #expect(machine.accept(job) == .wait)
        #expect(machine.next(atMost: 10, for: 0).count == 2)
        #expect(machine.accept(job) == .wait)
    }

    @Test func `a worker that finds nothing is woken again`() {
        var machine = JobQueueStateMachine(workerCount: 1, limit: 10)
        #expect(machine.accept(job) == .wake(worker: 0))
        #expect(machine.next(atMost: 10, for: 0).count == 1)
        #expect(machine.next(atMost: 10, for: 0).isEmpty)
        #expect(machine.accept(job) == .wake(worker: 0))
    }

    @Test func `each of several workers is woken once`() {
        var machine = JobQueueStateMachine(workerCount: 2, limit: 10)
        #expect(machine.accept(job) == .wake(worker: 0))
        #expect(machine.accept(job) == .wake(worker: 1))
        #expect(machine.accept(job) == .wait)
    }

    @Test func `a worker takes no more than it asks for`() {
        var machine = JobQueueStateMachine(workerCount: 1, limit: 10)
        for _ in 0..<5 { _ = machine.accept(job) }
        #expect(machine.next(atMost: 3, for: 0).count == 3)
        #expect(machine.next(atMost: 3, for: 0).count == 2)
    }

    @Test func `a job beyond the limit is refused until others have been taken`() {
        var machine = JobQueueStateMachine(workerCount: 1, limit: 2)
        _ = machine.accept(job)
        _ = machine.accept(job)
        #expect(machine.accept(job) == .refuse(.tooManyWaiting(limit: 2)))
        _ = machine.next(atMost: 1, for: 0)
        #expect(machine.accept(job) == .wait)
    }

    @Test func `after closing, jobs are refused and those that wait still come`() {
        var machine = JobQueueStateMachine(workerCount: 1, limit: 10)
        _ = machine.accept(job)
        machine.close()
        #expect(machine.accept(job) == .refuse(.closed))
        #expect(machine.next(atMost: 10, for: 0).count == 1)
    }
}
