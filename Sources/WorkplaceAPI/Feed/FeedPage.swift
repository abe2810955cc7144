/// Consecutive entries of the feed, as the stream of some topics sends them.
struct FeedPage: Sendable {
    /// The events, one after another; empty where none of the entries belongs to the topics.
    let bytes: [UInt8]
    /// The last number that the page covers, including entries of other topics.
    let last: Int64
    /// Whether there was nothing after the page when it was read.
    let isLast: Bool
}
