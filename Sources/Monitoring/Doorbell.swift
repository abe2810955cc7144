import Synchronization

/// Wakes the one task that waits for something to be told; a ring that nobody waits for is kept for the next.
package final class Doorbell: Sendable {
    private enum State {
        case quiet
        case rung
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.quiet)

    /// Makes a bell that has not been rung.
    package init() {}

    /// Waits for a ring, or until the task is cancelled.
    ///
    /// A second task that waits sends the first one on.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let awakened = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    switch state {
                    case .quiet:
                        state = .waiting(continuation)
                        return nil
                    case .rung:
                        state = .quiet
                        return continuation
                    case .waiting(let earlier):
                        state = .waiting(continuation)
                        return earlier
                    }
                }
                awakened?.resume()
            }
        } onCancel: {
            ring()
        }
    }

    /// Wakes the task that waits, or the next that will.
    package func ring() {
        let awakened = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard case .waiting(let continuation) = state else {
                state = .rung
                return nil
            }
            state = .quiet
            return continuation
        }
        awakened?.resume()
    }
}
