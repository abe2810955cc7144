import Synchronization

/// Wakes the one task that waits; a signal that no task waits for is kept for the next.
package final class WakeSignal: Sendable {
    private enum State {
        case idle
        case signalled
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    /// Makes a signal that was not sent.
    package init() {}

    /// Waits for the signal, or until the task is cancelled.
    ///
    /// A second task that waits wakes the first one.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    switch state {
                    case .idle:
                        state = .waiting(continuation)
                        return nil
                    case .signalled:
                        state = .idle
                        return continuation
                    case .waiting(let earlier):
                        state = .waiting(continuation)
                        return earlier
                    }
                }
                woken?.resume()
            }
        } onCancel: {
            signal()
        }
    }

    /// Wakes the task that waits, or the next one that will.
    package func signal() {
        let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard case .waiting(let continuation) = state else {
                state = .signalled
                return nil
            }
            state = .idle
            return continuation
        }
        woken?.resume()
    }
}
