import PostgreSQL
import SQLite

/// Which of the processes that serve one database sends what leaves the installation and evaluates presence, as the database
/// records it.
///
/// The advisory lock decides who it is. The record gives each holder of the lock a number that is larger than all before, so that a
/// transaction of a former holder is refused.
enum NodeDuty {
    /// Records that this process has the lock.
    ///
    /// It waits for the transaction that writes at the moment. So everything that the former holder has stored can be read
    /// afterwards, and it stores nothing more.
    ///
    /// - Parameters:
    ///   - connection: The connection that has the lock, outside a transaction.
    ///   - url: Where other processes reach this one.
    ///   - writeLock: The lock that every transaction that writes takes.
    /// - Returns: The number.
    /// - Throws: `PostgresError`.
    static func claim(on connection: PostgresConnection, url: String?, writeLock: Int64) throws -> Int64 {
        try connection.execute(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [.integer(writeLock)])
        // The time, so that no number comes twice when a standby takes over that lacks the last ones.
        let sql = """
            INSERT INTO node_duties (duty, token, url) VALUES ('sender', extract(epoch FROM clock_timestamp()) * 1000, $1)
            ON CONFLICT (duty) DO UPDATE SET token = greatest(node_duties.token + 1, excluded.token), url = excluded.url
            RETURNING token
            """
        let token = try connection.first(sql, [.text(url ?? "")]) { try $0.int64(0) }
        try connection.execute(script: "COMMIT")
        return token ?? 0
    }

    /// Where the process that had the lock last is reached by the others.
    static func url(on connection: StoreConnection) throws -> String? {
        let url = try connection.first("SELECT url FROM node_duties WHERE duty = 'sender'") { try $0.text(0) }
        return url?.isEmpty == false ? url : nil
    }
}

extension WriteTransaction {
    /// Refuses the transaction unless the process still has the duty that it had when it got a number.
    ///
    /// - Parameter token: The ``WorkplaceStore/dutyToken`` at the time of what the transaction stores.
    /// - Throws: ``StoreError/noSender``; another process has the duty now.
    func requireDuty(_ token: Int64) throws {
        guard case .postgres = connection.engine else { return }
        let present = try connection.first("SELECT token FROM node_duties WHERE duty = 'sender'") {
            try $0.int64(0)
        }
        guard present == token else { throw StoreError.noSender }
    }
}

extension SQLiteSchema {
    /// Which process has a duty that one process has at a time; a file has no rows here.
    static let nodeDuties = """
        CREATE TABLE node_duties (
            duty TEXT PRIMARY KEY NOT NULL,
            token INTEGER NOT NULL,
            url TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
