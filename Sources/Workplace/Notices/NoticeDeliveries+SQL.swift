import Essentials
import SQLite

/// A notice on its way to one channel, or one whose channels are not chosen yet.
struct NoticeDelivery: Hashable, OutboxItem {
    /// The host of deliveries whose channels are not chosen yet.
    static let planning = ""

    let number: Int64
    let person: PersonID
    let notice: NoticeID
    let version: Int
    /// The kind of the channel; the kind that was tried last while no channel is chosen.
    let step: NoticeChannel.Kind?
    /// The channel; `nil` while none is chosen.
    let channel: NoticeChannelID?
    let host: String
    let attempts: Int
    /// The time from which on channels could be chosen, or the channel could take it.
    let began: Timestamp
    /// When the next attempt is due.
    let due: Timestamp
}

extension ReadTransaction {
    /// The servers with deliveries, and when the first of each is due; also ``NoticeDelivery/planning``.
    func hostsWithDeliveries() throws -> [(host: String, due: Timestamp)] {
        try hosts(in: "notice_deliveries")
    }

    /// The servers with items in an outbox, and when the first item of each is due.
    ///
    /// Each server takes one step in the index, however much waits for it: a receiver that hangs must not slow each look.
    ///
    /// - Parameter outbox: The table, with an index of `host` and `due_at` where `due_at` is not null.
    /// - Returns: Each server once, by name.
    /// - Throws: The store's own error.
    func hosts(in outbox: String) throws -> [(host: String, due: Timestamp)] {
        let sql = """
            WITH RECURSIVE hosts (host) AS (
                SELECT min(host) FROM \(outbox) WHERE due_at IS NOT NULL
                UNION ALL
                SELECT (SELECT min(host) FROM \(outbox) WHERE due_at IS NOT NULL AND host > hosts.host)
                FROM hosts WHERE hosts.host IS NOT NULL
            )
            SELECT host, (
                SELECT min(due_at) FROM \(outbox) WHERE due_at IS NOT NULL AND host = hosts.host
            ) FROM hosts WHERE host IS NOT NULL
            """
        return try connection.all(sql) { (try $0.text(0), try $0.timestamp(1)) }
    }

    /// What is due for a server, the earliest first.
    func deliveries(to host: String, dueBy time: Timestamp, limit: Int) throws -> [NoticeDelivery] {
        let sql = """
            SELECT number, person, notice, version, step, channel, host, attempts, began_at, due_at
            FROM notice_deliveries WHERE due_at IS NOT NULL AND host = ? AND due_at <= ?
            ORDER BY due_at, number LIMIT ?
            """
        return try connection.all(sql, host, time.millisecondsSinceEpoch, limit) { try $0.decodedDelivery() }
    }

    /// Whether any delivery of a notice through a kind of channel waits or was handed over.
    func isReached(_ notice: NoticeID, version: Int, through kind: NoticeChannel.Kind) throws -> Bool {
        let sql = """
            SELECT 1 FROM notice_deliveries WHERE notice = ? AND version = ? AND channel IS NOT NULL AND step = ?
                AND (due_at IS NOT NULL OR outcome = 'handed-over') LIMIT 1
            """
        return try connection.first(sql, notice.rawValue, version, kind.rawValue) { _ in true } ?? false
    }

    /// Whether a notice is on its way to a channel, or was.
    func hasDelivery(of notice: Notice, to channel: NoticeChannelID) throws -> Bool {
        let sql = "SELECT 1 FROM notice_deliveries WHERE notice = ? AND version = ? AND channel = ? LIMIT 1"
        return try connection.first(sql, notice.id.rawValue, notice.version, channel.rawValue) { _ in true }
            ?? false
    }

    /// A notice's deliveries to e-mail addresses that were handed over.
    func mailed(_ notice: NoticeID, version: Int) throws -> [NoticeDelivery] {
        let sql = """
            SELECT number, person, notice, version, step, channel, host, attempts, began_at, ended_at
            FROM notice_deliveries WHERE notice = ? AND version = ? AND step = 'mail' AND outcome = 'handed-over'
            """
        return try connection.all(sql, notice.rawValue, version) { try $0.decodedDelivery() }
    }

    /// How many deliveries of each kind of channel wait, and how many ended with each outcome since an instant.
    func deliveryCounts(since time: Timestamp) throws -> [(
        kind: NoticeChannel.Kind, outcome: String?, count: Int
    )] {
        let sql = """
            SELECT step, CASE WHEN due_at IS NULL THEN outcome END, count(*) FROM notice_deliveries
            WHERE channel IS NOT NULL AND (due_at IS NOT NULL OR ended_at >= ?) GROUP BY 1, 2
            """
        return try connection.all(sql, time.millisecondsSinceEpoch) { row in
            try row.decoded(from: "notice_deliveries", id: nil) { row in
                guard let kind = NoticeChannel.Kind(rawValue: try row.text(0)) else { return nil }
                return (kind, try row.optionalText(1), try row.int(2))
            }
        }
    }

    /// A delivery that ended without being handed over.
    struct Failure: Sendable {
        let number: Int64
        let person: PersonID
        let kind: NoticeKind
        let channel: NoticeChannel.Kind
        let time: Timestamp
        let code: String
        let attempts: Int
    }

    /// The last deliveries that failed for good, the last first.
    func failedDeliveries(limit: Int) throws -> [Failure] {
        let sql = """
            SELECT number, person, kind, step, ended_at, outcome, attempts FROM notice_deliveries
            WHERE ended_at IS NOT NULL AND channel IS NOT NULL AND outcome NOT IN ('handed-over', 'dropped')
            ORDER BY ended_at DESC LIMIT ?
            """
        return try connection.all(sql, limit) { row in
            try row.decoded(from: "notice_deliveries", id: nil) { row in
                guard let person = PersonID(try row.text(1)),
                    let kind = NoticeKind(rawValue: try row.text(2)),
                    let channel = NoticeChannel.Kind(rawValue: try row.text(3))
                else { return nil }
                return Failure(
                    number: try row.int64(0), person: person, kind: kind, channel: channel,
                    time: try row.timestamp(4), code: try row.text(5), attempts: try row.int(6))
            }
        }
    }
}

extension StoreRow {
    fileprivate func decodedDelivery() throws -> NoticeDelivery {
        try decoded(from: "notice_deliveries", id: nil) { row -> NoticeDelivery? in
            guard let person = PersonID(try row.text(1)), let notice = NoticeID(try row.text(2)) else {
                return nil
            }
            let step = try row.optionalText(4).flatMap(NoticeChannel.Kind.init)
            let channel = try row.optionalText(5).flatMap { NoticeChannelID($0) }
            return NoticeDelivery(
                number: try row.int64(0), person: person, notice: notice, version: try row.int(3), step: step,
                channel: channel, host: try row.text(6), attempts: try row.int(7),
                began: try row.timestamp(8),
                due: try row.timestamp(9))
        }
    }
}

extension WriteTransaction {
    /// Inserts a delivery whose channels are not chosen yet.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - step: The kind of channel that was tried before; `nil` at first.
    ///   - due: When its channels are chosen.
    /// - Throws: The store's own error.
    func insertPlan(of notice: Notice, after step: NoticeChannel.Kind?, due: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO notice_deliveries (person, notice, version, kind, step, host, attempts, began_at, due_at)
            VALUES (?, ?, ?, ?, ?, '', 0, ?, ?)
            """, notice.person.rawValue, notice.id.rawValue, notice.version, notice.kind.rawValue,
            step?.rawValue,
            due.millisecondsSinceEpoch, due.millisecondsSinceEpoch)
    }

    /// Inserts a delivery to a channel.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - channel: The channel.
    ///   - began: The time from which on the channel could take it.
    ///   - due: When it is sent.
    /// - Throws: The store's own error.
    func insertDelivery(of notice: Notice, to channel: NoticeChannel, began: Timestamp, due: Timestamp) throws
    {
        try connection.execute(
            """
            INSERT INTO notice_deliveries
                (person, notice, version, kind, step, channel, host, attempts, began_at, due_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            """, notice.person.rawValue, notice.id.rawValue, notice.version, notice.kind.rawValue,
            channel.address.kind.rawValue, channel.id.rawValue, channel.host, began.millisecondsSinceEpoch,
            due.millisecondsSinceEpoch)
    }

    /// Ends a delivery.
    func end(_ delivery: NoticeDelivery, _ outcome: String, attempts: Int, at time: Timestamp) throws {
        try connection.execute(
            """
            UPDATE notice_deliveries SET due_at = NULL, ended_at = ?, outcome = ?, attempts = ? WHERE number = ?
            """, time.millisecondsSinceEpoch, outcome, attempts, delivery.number)
    }

    /// Removes a delivery that is replaced or no longer holds.
    func remove(_ delivery: NoticeDelivery) throws {
        try connection.execute("DELETE FROM notice_deliveries WHERE number = ?", delivery.number)
    }

    /// Delays a delivery.
    func delay(_ delivery: NoticeDelivery, until due: Timestamp, attempts: Int, _ outcome: String?) throws {
        try connection.execute(
            "UPDATE notice_deliveries SET due_at = ?, attempts = ?, outcome = ? WHERE number = ?",
            due.millisecondsSinceEpoch, attempts, outcome, delivery.number)
    }

    /// Removes deliveries that ended long ago.
    func removeDeliveries(endedBefore time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM notice_deliveries WHERE ended_at < ?", time.millisecondsSinceEpoch)
    }
}
