import Essentials
import Synchronization

/// Serialises the tasks that begin or settle the same payment.
///
/// A webhook call, the page and the timer may act on one payment at the same time. Without the lock they could ask for the same
/// refund twice, or end a payment while it begins.
final class PaymentLocks: Sendable {
    private let waiting = Mutex<[PaymentID: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs a body while no other task runs one for the same payment; waiting tasks run in the order of their calls.
    func withLock<Value>(on id: PaymentID, _ body: () async throws -> Value) async throws -> Value {
        await acquire(id)
        defer { release(id) }
        return try await body()
    }

    private func acquire(_ id: PaymentID) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[id] != nil else {
                    waiting[id] = []
                    return true
                }
                waiting[id]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func release(_ id: PaymentID) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard let first = waiting[id]?.first else {
                waiting[id] = nil
                return nil
            }
            waiting[id]?.removeFirst()
            return first
        }
        next?.resume()
    }
}
