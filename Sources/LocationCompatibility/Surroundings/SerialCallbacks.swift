import Dispatch
import Synchronization

/// Makes calls to one object in order, on the executor on which the object was made (LD19).
///
/// Apple's delegates are called from outside all tasks of the program, so this starts a task. The task ends
/// with the object, which owns the callbacks.
final class SerialCallbacks<Owner: AnyObject>: Sendable {
    typealias Call = @Sendable (Owner) -> Void

    private let calls: AsyncStream<Call>
    private let sender: AsyncStream<Call>.Continuation
    private let hasBegun = Mutex(false)

    init() { (calls, sender) = AsyncStream.makeStream() }

    deinit { sender.finish() }

    /// Begins to make calls to an owner; a second call changes nothing.
    ///
    /// - Parameters:
    ///   - owner: The object to call, as long as it exists.
    ///   - executor: The executor of the owner and its delegate.
    /// - Returns: Whether this was the first time.
    func begin(for owner: Owner, on executor: any Actor) -> Bool {
        guard isFirst() else { return false }
        // Only `perform` accesses the owner, on its executor; here it is only passed on.
        nonisolated(unsafe) weak let owner = owner
        let calls = calls
        Task { await Self.perform(calls, on: executor) { owner } }
        return true
    }

    /// Begins to make calls to an owner on a queue, or on the main actor; a second call changes nothing.
    ///
    /// - Returns: Whether this was the first time.
    func begin(for owner: Owner, on queue: DispatchQueue?) -> Bool {
        guard let queue else { return begin(for: owner, on: MainActor.shared) }
        guard isFirst() else { return false }
        // The owner is only accessed on its queue; here it is only passed on.
        nonisolated(unsafe) weak let owner = owner
        let calls = calls
        Task {
            for await call in calls {
                await withCheckedContinuation { continuation in
                    queue.async {
                        if let owner { call(owner) }
                        continuation.resume()
                    }
                }
            }
        }
        return true
    }

    private func isFirst() -> Bool {
        hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }

    /// Queues a call; calls wait until `begin`.
    func send(_ call: @escaping Call) {
        guard isReady else { return }
        sender.yield(call)
    }

    /// Whether calls are being made.
    var isReady: Bool { hasBegun.withLock { $0 } }

    /// Waits until all queued calls have been made, or were dropped with the owner.
    func settle() async {
        guard isReady else { return }
        await withCheckedContinuation { continuation in
            let receipt = Receipt(continuation)
            sender.yield { _ in withExtendedLifetime(receipt) {} }
        }
    }

    private static func perform(
        _ calls: AsyncStream<Call>, on executor: isolated any Actor, owner: @Sendable () -> Owner?
    ) async {
        for await call in calls {
            if let owner = owner() { call(owner) }
        }
    }
}

/// Resumes a waiting task when the last reference is released: the call was made, or never will be.
final class Receipt: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    deinit { continuation.resume() }
}
