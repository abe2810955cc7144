import SQLite

/// Verifies the chain of punches and corrections in a file, whether it is being served, lies idle or is a backup.
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
        try StoreConnection.inspecting(path: path) { connection in
            let check = DatabaseCheck.attendance(expecting: expected)
            return DatabaseVerification.Finding(check.name, try check.run(connection))
        }
    }
}
