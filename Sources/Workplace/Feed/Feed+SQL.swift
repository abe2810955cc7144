package import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// Entries of some topics after a number and up to another, in order.
    ///
    /// - Complexity: O(*n*) in the number of entries between the two, also those of other topics.
    package func feedEntries(
        after number: Int64, upTo last: Int64, topics: [FeedTopic], limit: Int
    ) throws -> [FeedEntry] {
        // The topics are one argument, so that one prepared statement serves any number of topics.
        let sql = """
            SELECT number, topic, kind, body, at FROM feed
            WHERE number > ? AND number <= ? AND topic IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?
            """
        let list = JSONValue.array(topics.map { .string($0.text) }).bytes
        return try connection.all(sql, number, last, String(decoding: list, as: UTF8.self), limit) {
            try $0.feedEntry()
        }
    }

    /// Entries of some topics after a number, in order.
    ///
    /// - Complexity: O(*n*) in the number of entries after that number, also those of other topics.
    package func feedEntries(after number: Int64, topics: [FeedTopic], limit: Int) throws -> [FeedEntry] {
        try feedEntries(after: number, upTo: .max, topics: topics, limit: limit)
    }

    /// The time of the last entry; `nil` before the first.
    package func lastChangeTime() throws -> Timestamp? { try connection.lastFeedTime() }

    /// The first and the last number of the feed.
    ///
    /// Before the first entry, `first` is one more than `last`.
    package func feedBounds() throws -> FeedBounds {
        let last = try connection.lastFeedNumber()
        let first = try connection.first("SELECT number FROM feed ORDER BY number LIMIT 1") {
            try $0.int64(0)
        }
        return FeedBounds(first: first ?? last + 1, last: last)
    }
}

extension StoreRow {
    /// The entry in the columns number, topic, kind, body and time.
    func feedEntry() throws -> FeedEntry {
        try decoded(from: "feed", id: String(try int64(0))) { row in
            guard let topic = FeedTopic(try row.text(1)) else { return nil }
            return FeedEntry(
                number: try row.int64(0),
                change: FeedChange(topic: topic, kind: try row.text(2), body: try row.text(3)),
                time: try row.timestamp(4))
        }
    }
}

extension WriteTransaction {
    /// Appends a change to the feed.
    ///
    /// The transaction fails with ``StoreOutage/clockBehind`` when the time is more than ``StoreOutage/clockTolerance`` before
    /// the last entry.
    func append(_ change: FeedChange, at time: Timestamp) throws {
        let number = try connection.insert(
            "INSERT INTO feed (topic, kind, body, at) VALUES (?, ?, ?, ?)",
            numbered: "INSERT INTO feed (number, topic, kind, body, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [.text(change.topic.text), .text(change.kind), .text(change.body), .time(time)])
        // Enough for an order, which appends to three topics.
        if appended.isEmpty { appended.reserveCapacity(3) }
        appended.append(FeedEntry(number: number, change: change, time: time))
    }

    /// Removes a person's entries of one kind except the last, which supersedes the others.
    ///
    /// A gap hides nothing here: a reader who resumes before the gap still gets the last entry. The first
    /// entry of the feed stays, because readers may resume from its number.
    func removeEarlier(_ change: SupersedingChange, of person: PersonID) throws {
        try connection.execute(Self.removalOfEarlier(change), FeedTopic.person(person).text)
    }

    // The kind is part of the statement's text, because SQLite uses the partial index of a kind only for a constant.
    static func removalOfEarlier(_ change: SupersedingChange) -> String {
        let entries = "topic = ?1 AND kind = '\(change.rawValue)'"
        return """
            DELETE FROM feed WHERE \(entries)
            AND number < (SELECT MAX(number) FROM feed WHERE \(entries))
            AND number > (SELECT MIN(number) FROM feed)
            """
    }

    /// Removes the entries before the first entry at an instant or later, but never the last entry.
    ///
    /// It removes entries only at the beginning: a gap in the middle would hide a change from a reader who
    /// resumes. It therefore needs no index on the time.
    func removeFeedEntries(before time: Timestamp) throws {
        // The last entry stays, because its number must not be used again.
        let sql = "SELECT number FROM feed WHERE at >= ? ORDER BY number LIMIT 1"
        let firstKept = try connection.first(sql, time.millisecondsSinceEpoch) { try $0.int64(0) }
        try connection.execute(
            "DELETE FROM feed WHERE number < ?", try firstKept ?? connection.lastFeedNumber())
    }
}

extension SQLiteSchema {
    /// The feed.
    static let feed = """
        -- The last entry is never removed, so that its number is not given again.
        CREATE TABLE feed (
            number INTEGER PRIMARY KEY,
            topic TEXT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        """
}

extension RestoredCopy {
    /// Keeps the last entry, for its time, and gives it a number after all that readers may have seen.
    ///
    /// The number is the feed's first and last then, so that a reader who resumes from an earlier one is refused.
    static let feed = """
        INSERT INTO feed (number, topic, kind, body, at)
            SELECT 1, 'person/restored', 'restored', '{}', 0 WHERE NOT EXISTS (SELECT 1 FROM feed);
        DELETE FROM feed WHERE number < (SELECT max(number) FROM feed);
        UPDATE feed SET number = number + \(feedStep);
        """
}
