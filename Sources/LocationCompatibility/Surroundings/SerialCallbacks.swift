import Dispatch
import Synchronization

/// Carries calls to one object on the executor on which the object was made, in their order (LD19).
///
/// Apple's delegates are called from outside any task of the program, so this starts one; it ends with the object, which
/// owns the callbacks.
final class SerialCallbacks<Owner: AnyObject>: Sendable {
    typealias Call = @Sendable (Owner) -> Void

    private let calls: AsyncStream<Call>
    private let sender: AsyncStream<Call>.Continuation
    private let hasBegun = Mutex(false)

    init() { (calls, sender) = AsyncStream.makeStream() }

    deinit { sender.finish() }

    /// Begins to carry calls to an owner; the second time changes nothing.
    ///
    /// - Parameters:
    ///   - owner: Whom to call, as long as it lives.
    ///   - executor: Where the owner and its delegate are used.
    /// - Returns: Whether this was the first time.
    func begin(for owner: Owner, on executor: any Actor) -> Bool {
        guard isFirst() else { return false }
        // The owner is looked at on its executor alone, by `perform`; here it is only passed on.
        nonisolated(unsafe) weak let owner = owner
        let calls = calls
        Task { await Self.perform(calls, on: executor) { owner } }
        return true
    }

    /// Begins to carry calls to an owner on a queue, or on the main actor; the second time changes nothing.
    ///
    /// - Returns: Whether this was the first time.
    func begin(for owner: Owner, on queue: DispatchQueue?) -> Bool {
        guard let queue else { return begin(for: owner, on: MainActor.shared) }
        guard isFirst() else { return false }
        // The owner is looked at on its queue alone; here it is only passed on.
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

    /// Queues a call; nothing is called before the beginning.
    func send(_ call: @escaping Call) {
        guard isReady else { return }
        sender.yield(call)
    }

    /// Whether calls are carried out.
    var isReady: Bool { hasBegun.withLock { $0 } }

    /// Waits until all that was queued has been carried out, or was dropped with the owner.
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

/// Resumes a waiting task when the last holder releases it: the call was made, or never will be.
final class Receipt: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    deinit { continuation.resume() }
}
