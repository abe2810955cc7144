extension Connection {
    /// Makes a database in memory, in the schema that migrations leave, on the calling thread.
    ///
    /// - Throws: ``SQLiteError`` of a migration.
    public static func inMemory(_ migrations: [Migration]) throws -> Connection {
        let connection = try Connection(path: ":memory:", isWritable: true)
        for migration in migrations { try connection.apply(migration) }
        return connection
    }
}
