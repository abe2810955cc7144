import PostgreSQL
import SQLite

/// Prepares the copy of a backup to take the place of a database that has gone on since.
///
/// What was taken from somebody after the backup must not come back by the restore: a session that was ended, an invitation or a
/// recovery code that was used, a badge that was blocked. The copy cannot know, so it ends or blocks all of them. Readers of the feed have seen numbers that the backup does not have, so the copy
/// begins again with a number far beyond: a reader who resumes from before it loads everything again.
public enum RestoredCopy: Sendable {
    /// More numbers than any installation gives between a backup and its restore, and few enough that a page can count them exactly
    /// after millions of restores.
    static let feedStep: Int64 = 1_000_000_000

    /// Why a database of a server cannot be prepared.
    public enum Refusal: Error, Equatable, Sendable {
        /// Nodes serve it, or another command works on it.
        case inUse
        /// It has no workplace.
        case empty
    }

    /// What each slice changes in a restored copy.
    private static let scripts = [
        sessions, pairings, invitations, recoveryCodes, kioskBadges, feed,
    ]

    /// Brings the schema of the copy up to date and prepares it, on the calling thread.
    ///
    /// - Parameter path: Where the copy is; nobody else may use it.
    /// - Throws: `SQLiteError` and `DatabaseRefusal`; the copy is of no use then.
    public static func prepare(path: String) throws {
        let database = try Database(path: path)
        defer { database.closeAndWait() }
        try database.migrateAndWait(SQLiteSchema.migrations)
        try database.writeAndWait { connection in
            for script in scripts { try connection.execute(script: script) }
        }
    }

    /// Brings the schema of a database of a server up to date and prepares it, on the calling thread, in one transaction.
    ///
    /// - Parameter address: The server and the database, which PostgreSQL's own tools have restored.
    /// - Throws: ``Refusal``, `PostgresError` and `DatabaseRefusal`; nothing has changed then.
    public static func prepare(address: String) throws {
        let server = try PostgresConnection(address: address, translate: PostgresDialect.statement)
        try server.execute(
            script: "BEGIN; SELECT pg_advisory_xact_lock(\(PostgresWorkplaceStore.writeLock))")
        guard try !server.hasOthers() else { throw Refusal.inUse }
        guard try PostgresSchema.version(on: server) > 0 else { throw Refusal.empty }
        try PostgresSchema.migrate(server, SQLiteSchema.migrations)
        for statement in scripts.flatMap(SQLScript.statements) {
            try PostgresSchema.apply(statement, on: server)
        }
        try server.execute(script: "COMMIT")
    }
}

extension RestoredCopy.Refusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .inUse: "Nodes serve it, or another command works on it. Stop them first."
        case .empty: "It has no workplace. Restore it first, with pg_restore or from a base backup."
        }
    }
}
