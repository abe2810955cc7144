public import Essentials
import Synchronization

/// Limits how often each caller does something on average, and lets a caller go on after a moment.
///
/// Use it where a caller must not lose a minute, such as a gateway that catches up. ``MinuteLimit`` can make a caller
/// wait for the rest of a minute.
public final class SteadyLimit: Sendable {
    private let interval: Duration
    private let burst: Duration
    private let namesAtMost: Int
    /// When each caller would have done everything so far at the steady rate.
    private let due = Mutex<[String: Timestamp]>([:])

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - interval: The time between two actions of a caller on average, in whole milliseconds.
    ///   - burst: How often a caller may act at once after a pause.
    ///   - namesAtMost: How many callers have a count of their own; all others share one.
    public init(every interval: Duration, burst: Int, namesAtMost: Int = 10_000) {
        self.interval = interval
        self.burst = interval * burst
        self.namesAtMost = namesAtMost
    }

    /// Counts one more action of a caller.
    ///
    /// - Returns: `nil` below the limit; else how long the caller has to wait.
    public func add(_ name: String, at now: Timestamp) -> Duration? {
        due.withLock { due in
            if due[name] == nil, due.count >= namesAtMost { due = due.filter { $0.value > now } }
            let key = due[name] != nil || due.count < namesAtMost ? name : ""
            var begun = max(due[key] ?? now, now)
            // After a clock was set back nobody waits for the old time.
            if now.duration(to: begun) > burst { begun = now }
            let next = begun.advanced(by: interval)
            let wait = now.duration(to: next) - burst
            guard wait <= .zero else { return wait }
            due[key] = next
            return nil
        }
    }
}
