import HTTPCore
import Synchronization

/// Writes a line about each answer that says that the server failed, so that somebody who reads out the code on a page can be
/// helped; but not thousands of lines when the disk is full at lunch.
final class FailureLog: Sendable {
    private struct State {
        var minute = ContinuousClock.now
        var written = 0
        var left = 0
    }

    /// How many lines are written in a minute.
    private static let perMinute = 60

    private let state = Mutex(State())

    /// Notes a failed request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - pattern: The pattern of its route; `nil` when its path has none.
    func note(_ request: ServedRequest, pattern: String?) {
        guard let left = turn(at: .now) else { return }
        if left > 0 {
            Terminal.error("\(left) more requests failed in the minute before.", level: .error, request: nil)
        }
        // The method of a request without a route could be any word.
        let target = pattern.map { "\(request.method) \($0)" } ?? "an unknown address"
        Terminal.error("Answered \(request.status.code) to \(target).", level: .error, request: request.id)
    }

    /// Whether a line is written now, and how many were left out before it.
    ///
    /// - Returns: `nil` when none is written.
    func turn(at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            var left = 0
            if state.minute.duration(to: now) >= .seconds(60) {
                left = state.left
                state = State(minute: now)
            }
            guard state.written < Self.perMinute else {
                state.left += 1
                return nil
            }
            state.written += 1
            return left
        }
    }
}
