extension Connection {
    /// Lends a connection that only reads, on one state of the database, on the calling thread.
    ///
    /// Others may write meanwhile. Unlike ``Database/init(path:configuration:)`` it makes no database, and it changes nothing in
    /// the one that is there. SQLite may leave an empty log beside one that has a log.
    ///
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and ``SQLiteError``.
    public static func inspecting<Result>(
        path: String, _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try Connection.reader(path: path, configuration: Database.Configuration())
        return try connection.withSnapshot { try body(connection) }
    }
}
