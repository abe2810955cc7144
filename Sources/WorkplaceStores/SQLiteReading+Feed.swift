import Essentials
import JSON
import SQLite
import Workplace

extension SQLiteReading {
    func feedEntries(
        after number: Int64, upTo last: Int64, topics: [FeedTopic], limit: Int
    ) throws -> [FeedEntry] {
        // The topics come as one argument, so that one compiled statement serves any number of them.
        let sql = """
            SELECT number, topic, kind, body, at FROM feed
            WHERE number > ? AND number <= ? AND topic IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?
            """
        let list = JSONValue.array(topics.map { .string($0.text) }).bytes
        return try connection.all(sql, number, last, String(decoding: list, as: UTF8.self), limit) {
            try $0.feedEntry()
        }
    }

    func lastChangeTime() throws -> Timestamp? { try connection.lastFeedTime() }

    func feedBounds() throws -> FeedBounds {
        let last = try connection.lastFeedNumber()
        let first = try connection.first("SELECT number FROM feed ORDER BY number LIMIT 1") {
            try $0.int64(0)
        }
        return FeedBounds(first: first ?? last + 1, last: last)
    }
}

extension Row {
    /// The entry in the columns number, topic, kind, body and time.
    func feedEntry() throws -> FeedEntry {
        try decoded(from: .feed, id: String(try int64(0))) { row in
            guard let topic = FeedTopic(try row.text(1)) else { return nil }
            return FeedEntry(
                number: try row.int64(0),
                change: FeedChange(topic: topic, kind: try row.text(2), body: try row.text(3)),
                time: try row.timestamp(4))
        }
    }
}
