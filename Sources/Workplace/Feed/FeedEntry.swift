public import Essentials

/// A change to announce, before it has a number.
///
/// The body is a JSON object of identifiers, numbers and stages, never of names, texts or positions. The feed
/// is therefore not a second copy of personal data.
public struct FeedChange: Hashable, Sendable {
    /// The topic that it belongs to.
    public let topic: FeedTopic
    /// What changed, such as `ticket`.
    public let kind: String
    /// A JSON object, encoded.
    public let body: String

    /// Makes a change from its parts.
    public init(topic: FeedTopic, kind: String, body: String) {
        self.topic = topic
        self.kind = kind
        self.body = body
    }
}

/// A durable change with its place in the feed.
public struct FeedEntry: Hashable, Sendable {
    /// How long an entry is kept.
    public static let retention: Duration = .seconds(24 * 3_600)

    /// The place in the feed: a later entry has a greater number.
    public let number: Int64
    /// What changed.
    public let change: FeedChange
    /// When it changed.
    public let time: Timestamp

    /// Makes an entry from its parts.
    public init(number: Int64, change: FeedChange, time: Timestamp) {
        self.number = number
        self.change = change
        self.time = time
    }
}
