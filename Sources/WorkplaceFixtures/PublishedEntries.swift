import Synchronization
public import Workplace

/// Records the entries that a store publishes.
public final class PublishedEntries: Sendable {
    private let entries = Mutex<[FeedEntry]>([])

    /// Makes an empty record.
    public init() {}

    /// The published entries, in order.
    public var all: [FeedEntry] { entries.withLock { $0 } }
    /// The numbers of the published entries, in order.
    public var numbers: [Int64] { all.map(\.number) }

    /// Records entries; pass this to the store as its `publish`.
    public func publish(_ new: [FeedEntry]) { entries.withLock { $0 += new } }
}
