/// The first and the last number of the feed.
public struct FeedBounds: Hashable, Sendable {
    /// The oldest number.
    public let first: Int64
    /// The latest number.
    public let last: Int64

    /// Makes bounds from their parts.
    public init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }
}
