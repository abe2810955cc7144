import Essentials
import SQLite

extension ReadTransaction {
    /// Entries of the security log, the latest first.
    ///
    /// - Parameters:
    ///   - number: The entries before this one; `nil` begins with the latest.
    ///   - limit: How many at most.
    /// - Returns: The entries with their numbers.
    /// - Throws: The store's own error.
    func securityLog(before number: Int64?, limit: Int) throws -> [(number: Int64, event: SecurityEvent)] {
        let sql = """
            SELECT number, at, kind, actor, subject, address, detail FROM security_log
            WHERE number < ? ORDER BY number DESC LIMIT ?
            """
        return try connection.all(sql, number ?? .max, limit) { row in
            let number = try row.int64(0)
            return (number, try row.decoded(from: "security_log", id: "\(number)") { try $0.securityEvent() })
        }
    }
}

extension WriteTransaction {
    /// Appends an entry to the security log.
    func log(_ event: SecurityEvent) throws {
        try connection.execute(
            "INSERT INTO security_log (at, kind, actor, subject, address, detail) VALUES (?, ?, ?, ?, ?, ?)",
            event.time.millisecondsSinceEpoch, event.kind.rawValue, SQLValue.text(event.actor),
            SQLValue.text(event.subject), event.address, event.detail)
    }

    /// Removes the entries before an instant.
    ///
    /// The database refuses to remove an entry that is not before the floor, and the floor never goes back.
    func removeSecurityEvents(before time: Timestamp) throws {
        let limit = time.millisecondsSinceEpoch
        let sql = "SELECT 1 FROM security_log WHERE at < ? LIMIT 1"
        guard try connection.first(sql, limit, row: { _ in true }) == true else { return }
        try connection.execute("UPDATE security_log_floor SET at = max(at, ?)", limit)
        try connection.execute("DELETE FROM security_log WHERE at < ?", limit)
    }
}

extension StoreRow {
    fileprivate func securityEvent() throws -> SecurityEvent? {
        guard let kind = SecurityEvent.Kind(rawValue: try text(2)) else { return nil }
        return SecurityEvent(
            time: try timestamp(1), kind: kind, actor: try optionalText(3), subject: try optionalText(4),
            address: try text(5), detail: try text(6))
    }
}

extension SQLiteSchema {
    /// The security log.
    ///
    /// The database itself refuses to change or remove an entry.
    static let securityLog = """
        CREATE TABLE security_log (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            actor TEXT,
            subject TEXT,
            address TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER security_log_is_not_changed BEFORE UPDATE ON security_log
        BEGIN SELECT RAISE(ABORT, 'the security log is append-only'); END;
        CREATE TRIGGER security_log_is_not_removed BEFORE DELETE ON security_log
        BEGIN SELECT RAISE(ABORT, 'the security log is append-only'); END;
        """

    /// The floor below which entries of the security log may go, and indexes for what concerns one person.
    static let securityLogFloor = """
        CREATE TABLE security_log_floor (at INTEGER NOT NULL) STRICT;
        INSERT INTO security_log_floor (at) VALUES (0);
        CREATE INDEX security_log_by_actor ON security_log (actor);
        CREATE INDEX security_log_by_subject ON security_log (subject);
        CREATE INDEX security_log_by_age ON security_log (at);
        DROP TRIGGER security_log_is_not_removed;
        CREATE TRIGGER security_log_is_not_removed BEFORE DELETE ON security_log
        WHEN OLD.at >= (SELECT at FROM security_log_floor)
        BEGIN SELECT RAISE(ABORT, 'the security log is append-only'); END;
        """
}
