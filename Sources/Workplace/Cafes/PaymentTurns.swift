import Essentials
import Synchronization

/// Lets one task at a time begin or settle a payment, so that a call of the provider, the page and the timer do not ask for
/// the same return at once, and nothing ends a payment while it begins.
final class PaymentTurns: Sendable {
    private let waiting = Mutex<[PaymentID: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs a body when no other task runs one for the same payment.
    func take<Value>(_ id: PaymentID, _ body: () async throws -> Value) async throws -> Value {
        await enter(id)
        defer { leave(id) }
        return try await body()
    }

    private func enter(_ id: PaymentID) async {
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

    private func leave(_ id: PaymentID) {
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
