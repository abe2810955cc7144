import Bluetooth
import Synchronization

/// Runs a radio for a command: until Ctrl-C, SIGTERM or the end of a time, and not at all where it cannot start.
enum RadioRun {
    /// How the radio began.
    final class Starts: Sendable {
        private struct State {
            var wasOn = false
            var failure: BluetoothFailure?
        }

        private let state = Mutex(State())
        private let news: AsyncStream<Void>.Continuation

        fileprivate init(_ news: AsyncStream<Void>.Continuation) { self.news = news }

        /// Takes a change of the radio.
        func note(_ change: RadioChange) {
            let hasFailed = state.withLock { state in
                switch change {
                case .on: state.wasOn = true
                case .off(let failure), .unavailable(let failure):
                    if !state.wasOn, state.failure == nil { state.failure = failure }
                }
                return state.failure != nil
            }
            // A radio that never worked needs a person; one that worked comes back by itself.
            if hasFailed { news.finish() }
        }

        /// Whether the radio ever worked.
        var hasBeenOn: Bool { state.withLock { $0.wasOn } }

        fileprivate var failure: BluetoothFailure? { state.withLock { $0.failure } }
    }

    /// Runs the radio and what belongs to it, and waits until the radio has ended in order.
    ///
    /// - Throws: ``CommandFailure`` when the radio cannot be used from the start, and what `meanwhile` throws.
    static func untilSignal(
        for duration: Duration?, radio: @escaping @Sendable (Starts) async -> Void,
        meanwhile: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        let signals = SignalArrivals(of: SignalArrivals.termination)
        // It receives signals only while it is alive.
        defer { withExtendedLifetime(signals) {} }
        let arrivals = signals.arrivals
        let (news, continuation) = AsyncStream.makeStream(of: Void.self)
        let starts = Starts(continuation)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in arrivals { return } }
            group.addTask { for await _ in news {} }
            group.addTask { await radio(starts) }
            if let meanwhile { group.addTask { try await meanwhile() } }
            if let duration { group.addTask { try await Task.sleep(for: duration) } }
            defer { group.cancelAll() }
            // Whichever ends first ends the others; leaving the group waits for them.
            try await group.next()
        }
        if let failure = starts.failure { throw CommandFailure(failure.sentence) }
    }
}
