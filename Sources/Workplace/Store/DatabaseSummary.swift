public import Essentials
import PostgreSQL
import SQLite

/// What a quick look at a database says, without opening it to serve.
public struct DatabaseSummary: Hashable, Sendable {
    /// The newest version of the schema that this program knows.
    public static var newestSchemaVersion: Int { SQLiteSchema.migrations.last?.version ?? 0 }

    /// The version of its schema.
    public let schemaVersion: Int
    /// Whether a campus was imported.
    public let hasCampus: Bool
    /// The time of the last change in the feed; `nil` before the first.
    public let lastChange: Timestamp?

    /// Looks at a database, and at the beginning of each table, on the calling thread; changes nothing.
    ///
    /// - Parameter path: Where the file is; it must exist.
    /// - Throws: `SQLiteError` when the file is damaged or not one of Vicinity.
    public init(path: String) throws {
        self = try StoreConnection.inspecting(path: path) { connection in
            try connection.checkFile()
            return DatabaseSummary(
                schemaVersion: try connection.schemaVersion(),
                hasCampus: try connection.first("SELECT 1 FROM campus_revisions LIMIT 1", row: { _ in })
                    != nil,
                lastChange: try connection.lastFeedTime())
        }
    }

    /// Looks at a database of a server, on the calling thread; changes nothing.
    ///
    /// - Parameter address: The server and the database.
    /// - Throws: `PostgresError` when the server cannot be reached or refuses.
    public init(address: String) throws {
        self = try StoreConnection.inspecting(address: address) { connection in
            let version = try connection.schemaVersion()
            guard version > 0 else {
                return DatabaseSummary(schemaVersion: 0, hasCampus: false, lastChange: nil)
            }
            return DatabaseSummary(
                schemaVersion: version,
                hasCampus: try connection.first("SELECT 1 FROM campus_revisions LIMIT 1", row: { _ in })
                    != nil,
                lastChange: try connection.lastFeedTime())
        }
    }

    private init(schemaVersion: Int, hasCampus: Bool, lastChange: Timestamp?) {
        self.schemaVersion = schemaVersion
        self.hasCampus = hasCampus
        self.lastChange = lastChange
    }
}
