import Synchronization
public import Workplace

/// Notes what a store publishes.
public final class PublishedEntries: Sendable {
    private let entries = Mutex<[FeedEntry]>([])

    /// Makes an empty note.
    public init() {}

    /// What has been published so far, in that order.
    public var all: [FeedEntry] { entries.withLock { $0 } }
    /// The numbers of what has been published so far, in that order.
    public var numbers: [Int64] { all.map(\.number) }

    /// Takes entries as a store hands them over.
    public func publish(_ new: [FeedEntry]) { entries.withLock { $0 += new } }
}
