import Essentials
import SQLite
import Workplace

/// Changes what is kept, on a connection that is lent for one transaction.
final class SQLiteWriting: SQLiteReading, StoreWriting {
    /// What the transaction has appended to the feed, in order.
    var appended: [FeedEntry] = []
    /// Whether its entries may lie before the last one that is kept.
    private(set) var acceptsClock = false

    func touch() throws { try connection.touch() }

    func acceptClock() { acceptsClock = true }

    func append(campusDocument: [UInt8], at time: Timestamp) throws -> Int64 {
        try connection.execute(
            "INSERT INTO campus_revisions (document, imported_at) VALUES (?, ?)", campusDocument,
            time.millisecondsSinceEpoch)
        return connection.lastInsertedRowID
    }

    func insert(_ session: Session) throws {
        let (kind, owner) =
            switch session.owner {
            case .person(let person): ("person", person.rawValue)
            case .device(let device): ("device", device.rawValue)
            }
        try connection.execute(
            """
            INSERT INTO sessions (token_digest, owner_kind, owner, anti_forgery_token, expires_at)
            VALUES (?, ?, ?, ?, ?)
            """, session.tokenDigest, kind, owner, session.antiForgeryToken,
            session.expiresAt.millisecondsSinceEpoch)
    }

    func deleteSession(tokenDigest: [UInt8]) throws {
        try connection.execute("DELETE FROM sessions WHERE token_digest = ?", tokenDigest)
    }

    func removeOutdated(feedBefore: Timestamp, keysBefore: Timestamp, sessionsExpiredBy: Timestamp) throws {
        try removeFeedEntries(before: feedBefore)
        try connection.execute(
            "DELETE FROM idempotency_keys WHERE used_at < ?", keysBefore.millisecondsSinceEpoch)
        try removeEndedWaits(before: keysBefore)
        try connection.execute(
            "DELETE FROM sessions WHERE expires_at <= ?", sessionsExpiredBy.millisecondsSinceEpoch)
    }
}
