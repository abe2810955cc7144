import Glibc
import PostgreSQL
import SQLite

/// Moves a workplace from a file of SQLite to a database of PostgreSQL, and back.
///
/// The copy is compared with the original by the number of rows of each table, and then checked as ``DatabaseVerification`` checks a
/// file. Nobody may serve either of them meanwhile.
public enum DatabaseMove: Sendable {
    /// Why a database cannot be moved.
    public enum Refusal: Error, Equatable, Sendable {
        /// The original has another version of the schema than this program.
        case schema(Int)
        /// Nodes serve the original, or another command works on it.
        case inUse
        /// The target is not empty.
        case notEmpty
        /// A table of the copy has another number of rows than the original.
        case count(table: String)
        /// The copy does not pass a check; with what was found.
        case damaged(String)
    }

    /// Brings the schema of a file up to date, on the calling thread; the file is complete afterwards.
    ///
    /// - Parameter path: Where the file is; it must exist, and nobody may serve it.
    /// - Throws: ``Refusal/schema(_:)`` for a file of a newer program or none of Vicinity, `SQLiteError` and `DatabaseRefusal`.
    public static func upgrade(path: String) throws {
        let version = try StoreConnection.inspecting(path: path) { try $0.schemaVersion() }
        guard (1...DatabaseSummary.newestSchemaVersion).contains(version) else {
            throw Refusal.schema(version)
        }
        let database = try Database(path: path)
        defer { database.closeAndWait() }
        try database.migrateAndWait(SQLiteSchema.migrations)
    }

    /// Copies a file to an empty database of a server, on the calling thread.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it must exist.
    ///   - address: The server and the database.
    /// - Returns: The number of rows that were copied.
    /// - Throws: ``Refusal``, `SQLiteError` and `PostgresError`; the server then has nothing of it.
    public static func toServer(path: String, address: String) throws -> Int {
        let server = try PostgresConnection(address: address, translate: PostgresDialect.statement)
        return try Connection.inspecting(path: path) { file in
            try requireNewest(try StoreConnection(file).schemaVersion())
            try server.execute(script: "BEGIN")
            guard try PostgresSchema.version(on: server) == 0 else { throw Refusal.notEmpty }
            let counts = try PostgresSchema.create(on: server, from: file)
            try PostgresSchema.name(oldestOf: SQLiteSchema.migrations, on: server)
            try requireSameCounts(counts, on: StoreConnection(server))
            try check(StoreConnection(server))
            try server.execute(script: "COMMIT")
            return counts.values.reduce(0, +)
        }
    }

    /// Copies a database of a server to a new file, on the calling thread.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - path: Where the file will be; nothing may be there.
    /// - Returns: The number of rows that were copied.
    /// - Throws: ``Refusal``, `SQLiteError` and `PostgresError`; the file is of no use then.
    public static func toFile(address: String, path: String) throws -> Int {
        let database = try Database(path: path)
        defer { database.closeAndWait() }
        try database.migrateAndWait(SQLiteSchema.migrations)
        let count = try database.writeAndWait { file in
            let server = try PostgresConnection(address: address, translate: PostgresDialect.statement)
            // Nobody writes until the copy is complete, also not a node that starts meanwhile.
            try server.execute(script: "SELECT pg_advisory_lock(\(PostgresWorkplaceStore.writeLock))")
            guard try !server.hasOthers() else { throw Refusal.inUse }
            // One state of the database for all tables.
            try server.execute(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try requireNewest(try PostgresSchema.version(on: server))
            let counts = try DatabaseTransfer.copy(from: server, to: file)
            try requireSameCounts(counts, on: StoreConnection(file))
            return counts.values.reduce(0, +)
        }
        try database.readAndWait { try check(StoreConnection($0)) }
        return count
    }

    private static func requireNewest(_ version: Int) throws {
        guard version == DatabaseSummary.newestSchemaVersion else { throw Refusal.schema(version) }
    }

    private static func requireSameCounts(_ counts: [String: Int], on copy: StoreConnection) throws {
        for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
            let found = try copy.first("SELECT count(*) FROM \(table)") { try $0.int(0) }
            guard found == count else { throw Refusal.count(table: table) }
        }
    }

    private static func check(_ copy: StoreConnection) throws {
        for check in DatabaseVerification.contentChecks {
            if case .damaged(let place) = try check.run(copy) {
                throw Refusal.damaged("\(check.name): \(place)")
            }
        }
    }
}

extension DatabaseMove.Refusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .schema(let version):
            "It was written by another version of the program: its schema has version \(version), and this program has "
                + "\(DatabaseSummary.newestSchemaVersion). Serve it once with this program, which brings it up to date."
        case .inUse: "Nodes serve it, or another command works on it. Stop them first."
        case .notEmpty: "The target has a workplace already."
        case .count(let table): "The table \(table) of the copy has another number of rows."
        case .damaged(let place): "The copy is not in order. \(place)"
        }
    }
}

extension PostgresConnection {
    /// Whether nodes serve the database, or other commands work on it; it waits up to two seconds for those that are ending.
    func hasOthers() throws -> Bool {
        let others = """
            SELECT count(*) FROM pg_stat_activity
                WHERE \(ServerSettings.isOfNode) AND datname = current_database() AND pid <> pg_backend_pid()
            """
        for _ in 0..<20 {
            if try first(others, row: { try $0.int(0) }) == 0 { return false }
            usleep(100_000)
        }
        return true
    }
}
