public import Essentials
import Synchronization

/// Limits how often each caller does something in a minute.
public final class MinuteLimit: Sendable {
    private static let minute: Duration = .seconds(60)

    private struct Count {
        var began: Timestamp?
        var byName: [String: Int] = [:]
    }

    private let perMinute: Int
    private let namesAtMost: Int
    private let count = Mutex(Count())

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - perMinute: The limit of each caller.
    ///   - namesAtMost: How many callers have a count of their own in a minute; all others share one.
    public init(_ perMinute: Int, namesAtMost: Int = .max) {
        self.perMinute = perMinute
        self.namesAtMost = namesAtMost
    }

    /// Counts one more action of a caller.
    ///
    /// - Returns: `nil` below the limit; else the rest of the present minute.
    public func add(_ name: String, at now: Timestamp) -> Duration? {
        count.withLock { count in
            // A clock that was set back also begins a new minute.
            let present = count.began.flatMap { $0 <= now && now < $0.advanced(by: Self.minute) ? $0 : nil }
            if present == nil { count = Count(began: now) }
            let end = (present ?? now).advanced(by: Self.minute)
            let isKnown = count.byName[name] != nil || count.byName.count < namesAtMost
            let key = isKnown ? name : ""
            guard count.byName[key, default: 0] < perMinute else { return now.duration(to: end) }
            count.byName[key, default: 0] += 1
            return nil
        }
    }

    /// Counts one action less, because it did not happen.
    public func takeBack(_ name: String) {
        count.withLock { count in
            guard let counted = count.byName[name], counted > 0 else { return }
            count.byName[name] = counted - 1
        }
    }
}
