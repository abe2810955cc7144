import HTTPCore

// The feed.
extension ProblemKind {
    static let unknownTopic = ProblemKind(
        .notFound, "unknown-topic", title: "Unknown topic",
        "The feed has no such topic, or the café or person that it names does not exist.")
    static let tooManyStreams = ProblemKind(
        .serviceUnavailable, "too-many-streams", "As many streams are open as the server takes.",
        retryAfter: .seconds(10))
    static let tooManySessionStreams = ProblemKind(
        .tooManyRequests, "too-many-session-streams",
        "This session follows the feed as many times as it may. Close pages that nobody looks at.",
        retryAfter: .seconds(10))

    static let feed = [unknownTopic, tooManyStreams, tooManySessionStreams]
}
