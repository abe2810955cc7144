public import Essentials
import Synchronization

/// Counts how often something is done within a minute, by who does it.
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
    ///   - perMinute: How often each may do it in a minute.
    ///   - namesAtMost: How many names are told apart within a minute; further ones are counted as one.
    public init(_ perMinute: Int, namesAtMost: Int = .max) {
        self.perMinute = perMinute
        self.namesAtMost = namesAtMost
    }

    /// Counts once more.
    ///
    /// - Returns: `nil` when it may be done; how long the present minute still lasts when it was done often enough.
    public func add(_ name: String, at now: Timestamp) -> Duration? {
        count.withLock { count in
            // A clock that was set back begins a new minute as well.
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

    /// Counts once less, because what was counted was not done.
    public func takeBack(_ name: String) {
        count.withLock { count in
            guard let counted = count.byName[name], counted > 0 else { return }
            count.byName[name] = counted - 1
        }
    }
}
