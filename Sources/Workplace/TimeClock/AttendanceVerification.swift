import SQLite

/// Verifies the chain of punches and corrections in a file or in a database of a server, whether or not it is being served.
public enum AttendanceVerification: Sendable {
    /// Reads every record and its link, on the calling thread, and changes nothing.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it must exist.
    ///   - expected: The hash of a link that must be there, in hexadecimal; `nil` when nobody wrote one down.
    /// - Returns: What was found: the first damage, or how many records there are and the last link.
    /// - Throws: `SQLiteError` when the file cannot be read.
    public static func run(path: String, expecting expected: String? = nil) throws
        -> DatabaseVerification.Finding
    {
        try StoreConnection.inspecting(path: path) { try finding(on: $0, expecting: expected) }
    }

    /// Reads every record and its link in a database of a server, on the calling thread, and changes nothing.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - expected: The hash of a link that must be there, in hexadecimal; `nil` when nobody wrote one down.
    /// - Returns: What was found: the first damage, or how many records there are and the last link.
    /// - Throws: ``AttendanceExportRefusal/schema(_:)`` when the database has no tables of Vicinity; `PostgresError` when the server
    ///   cannot be reached or refuses.
    public static func run(address: String, expecting expected: String? = nil) throws
        -> DatabaseVerification.Finding
    {
        try StoreConnection.inspecting(address: address) { connection in
            guard try connection.schemaVersion() > 0 else { throw AttendanceExportRefusal.schema(0) }
            return try finding(on: connection, expecting: expected)
        }
    }

    private static func finding(on connection: StoreConnection, expecting expected: String?) throws
        -> DatabaseVerification.Finding
    {
        let check = DatabaseCheck.attendance(expecting: expected)
        return DatabaseVerification.Finding(check.name, try check.run(connection))
    }
}
