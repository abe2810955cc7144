import Dispatch

/// Runs an actor on its own serial queue, so that blocking calls stay off the cooperative pool.
///
/// `DispatchSerialQueue`, which is an executor on Apple's systems, does not exist on Linux.
final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
