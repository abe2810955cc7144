/// How many observations of a feed have been played.
struct PlayMark: Equatable {
    let feed: String
    let count: Int

    init(feed: String, count: Int) {
        self.feed = feed
        self.count = count
    }

    /// Reads a mark; `nil` for the mark of another feed.
    init?(_ text: String?, of feed: String?) {
        guard let feed, let parts = text?.split(separator: " "), parts.count == 2, parts[0] == feed,
            let count = Int(parts[1])
        else { return nil }
        self.init(feed: feed, count: count)
    }

    var text: String { "\(feed) \(count)" }
}
