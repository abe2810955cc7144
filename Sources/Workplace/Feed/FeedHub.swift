import Synchronization

/// Delivers durable feed entries to their followers, in the order of their numbers.
///
/// An entry is encoded once for all followers. The hub stores nothing: a follower that was away reads the
/// entries after its last number from the store.
public final class FeedHub: Sendable {
    /// Receives an encoded entry.
    ///
    /// The hub calls it during delivery, so it must return at once.
    public typealias Follower = @Sendable (_ number: Int64, _ bytes: [UInt8]) -> Void

    /// Identifies a subscription, to end it.
    public struct Subscription: Hashable, Sendable {
        fileprivate let topics: [FeedTopic]
        fileprivate let number: Int
    }

    private struct State {
        var followers: [FeedTopic: [Int: Follower]] = [:]
        var subscriptions = 0
        var lastPublished: Int64 = 0
        var watchers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let encode: @Sendable (FeedEntry) -> [UInt8]
    private let stream: AsyncStream<[FeedEntry]>
    private let published: AsyncStream<[FeedEntry]>.Continuation

    /// Makes a hub without followers.
    ///
    /// - Parameter encode: Encodes an entry for the followers.
    public init(encode: @escaping @Sendable (FeedEntry) -> [UInt8]) {
        self.encode = encode
        // Unbounded: these entries are committed, and dropping one would hide a change.
        (stream, published) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// The number of subscriptions.
    public var followerCount: Int {
        state.withLock { state in state.followers.values.reduce(0) { $0 + $1.count } }
    }

    /// The number of the last entry that was published; 0 before the first.
    public var lastPublished: Int64 { state.withLock { $0.lastPublished } }

    /// Sets the last number at the start, so that entries of earlier runs are not published again.
    public func begin(after number: Int64) {
        state.withLock { $0.lastPublished = max($0.lastPublished, number) }
    }

    /// Delivers entries of some topics to a follower, from the next published entry on.
    public func follow(_ topics: [FeedTopic], _ follower: @escaping Follower) -> Subscription {
        state.withLock { state in
            state.subscriptions += 1
            for topic in topics { state.followers[topic, default: [:]][state.subscriptions] = follower }
            return Subscription(topics: topics, number: state.subscriptions)
        }
    }

    /// Ends a subscription; ending it twice changes nothing.
    public func end(_ subscription: Subscription) {
        state.withLock { state in
            for topic in subscription.topics {
                state.followers[topic]?[subscription.number] = nil
                if state.followers[topic]?.isEmpty == true { state.followers[topic] = nil }
            }
        }
    }

    /// Calls a function whenever something became durable; it must return at once.
    func watch(_ watcher: @escaping @Sendable () -> Void) { state.withLock { $0.watchers.append(watcher) } }

    /// Queues durable entries in the order of their numbers and returns at once; ``run()`` delivers them.
    public func publish(_ entries: [FeedEntry]) {
        published.yield(entries)
        for watcher in state.withLock({ $0.watchers }) { watcher() }
    }

    /// Delivers published entries until the surrounding task is cancelled.
    public func run() async {
        for await entries in stream { deliver(entries) }
    }

    /// Delivers entries now, except those up to ``lastPublished``.
    ///
    /// - Complexity: O(entries × followers of their topics).
    func deliver(_ entries: [FeedEntry]) {
        for entry in entries {
            let followers = followersAfterNoting(entry)
            guard !followers.isEmpty else { continue }
            let bytes = encode(entry)
            for follower in followers { follower(entry.number, bytes) }
        }
    }

    private func followersAfterNoting(_ entry: FeedEntry) -> [Follower] {
        state.withLock { state in
            guard entry.number > state.lastPublished else { return [] }
            state.lastPublished = entry.number
            return state.followers[entry.change.topic].map { Array($0.values) } ?? []
        }
    }
}
