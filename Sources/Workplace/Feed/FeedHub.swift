import Synchronization

/// Hands durable feed entries to those who follow them, in the order of their numbers.
///
/// An entry is encoded once, whatever the number of its followers. The hub keeps nothing: who was away reads
/// the store from the last number it saw.
public final class FeedHub: Sendable {
    /// Receives an entry in the form that the hub encodes to.
    ///
    /// It is called while the hub hands over and must return at once.
    public typealias Follower = @Sendable (_ number: Int64, _ bytes: [UInt8]) -> Void

    /// Names a subscription, to end it.
    public struct Subscription: Hashable, Sendable {
        fileprivate let topics: [FeedTopic]
        fileprivate let number: Int
    }

    private struct State {
        var followers: [FeedTopic: [Int: Follower]] = [:]
        var subscriptions = 0
        var lastPublished: Int64 = 0
    }

    private let state = Mutex(State())
    private let encode: @Sendable (FeedEntry) -> [UInt8]
    private let stream: AsyncStream<[FeedEntry]>
    private let published: AsyncStream<[FeedEntry]>.Continuation

    /// Makes a hub without followers.
    ///
    /// - Parameter encode: Gives the form in which followers receive an entry.
    public init(encode: @escaping @Sendable (FeedEntry) -> [UInt8]) {
        self.encode = encode
        // Unbounded: what waits here has been committed, and dropping it would leave a change untold.
        (stream, published) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// How many subscriptions there are.
    public var followerCount: Int {
        state.withLock { state in state.followers.values.reduce(0) { $0 + $1.count } }
    }

    /// The number of the last entry that was published; 0 before the first.
    public var lastPublished: Int64 { state.withLock { $0.lastPublished } }

    /// Notes where the feed stands at the start, so that entries of earlier runs are not published again.
    public func begin(after number: Int64) {
        state.withLock { $0.lastPublished = max($0.lastPublished, number) }
    }

    /// Begins to hand entries of some topics to a follower, from the next one that is published.
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

    /// Takes entries that have become durable, in the order of their numbers, and returns at once; ``run()``
    /// hands them over.
    public func publish(_ entries: [FeedEntry]) {
        published.yield(entries)
    }

    /// Hands published entries to their followers until the surrounding task is cancelled.
    public func run() async {
        for await entries in stream { deliver(entries) }
    }

    /// Hands entries to their followers now.
    ///
    /// Entries up to ``lastPublished`` are passed over.
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
