import Essentials
import SQLite
import Workplace

extension SQLiteWriting {
    func append(_ change: FeedChange, at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO feed (topic, kind, body, at) VALUES (?, ?, ?, ?)",
            arguments: [.text(change.topic.text), .text(change.kind), .text(change.body), .time(time)])
        // Enough for an order, which tells three topics.
        if appended.isEmpty { appended.reserveCapacity(3) }
        appended.append(FeedEntry(number: connection.lastInsertedRowID, change: change, time: time))
    }

    // A gap hides nothing here, since a reader who resumes before it comes to the last one. The first entry stays, because
    // its number is how far back a reader may resume; and the last one, so that its number is not given again.
    func removeEarlier(_ change: SupersedingChange, of person: PersonID) throws {
        try connection.execute(Self.removalOfEarlier(change), FeedTopic.person(person).text)
    }

    // The kind is written out, because otherwise SQLite does not see that its index of that kind has all of them.
    static func removalOfEarlier(_ change: SupersedingChange) -> String {
        let entries = "topic = ?1 AND kind = '\(change.rawValue)'"
        return """
            DELETE FROM feed WHERE \(entries)
            AND number < (SELECT MAX(number) FROM feed WHERE \(entries))
            AND number > (SELECT MIN(number) FROM feed)
            """
    }

    // Entries go from the front only and up to the first that stays, whatever their times: a gap in the middle would
    // hide a change from a reader who resumes. It also spares an index on the time.
    func removeFeedEntries(before time: Timestamp) throws {
        // The last one stays whatever its time: its number must not be given again.
        let sql = "SELECT number FROM feed WHERE at >= ? ORDER BY number LIMIT 1"
        let firstKept = try connection.first(sql, time.millisecondsSinceEpoch) { try $0.int64(0) }
        try connection.execute(
            "DELETE FROM feed WHERE number < ?", try firstKept ?? connection.lastFeedNumber())
    }
}
