extension PostgresConnection {
    /// Runs one statement and ignores its rows.
    ///
    /// In a job of ``PostgresDatabase/write(_:)`` it is sent with the next statement that needs an answer, or with the commit.
    ///
    /// - Throws: ``PostgresError``, also when the number of arguments differs from the number of parameters. In such a job, the
    ///   next statement that needs an answer may throw it.
    public func execute(_ sql: String, _ arguments: [PostgresValue] = []) throws {
        needsRollback = true
        guard pipeline.isOpen else { return _ = try run(sql, arguments) }
        try runLater(sql, arguments)
    }

    /// The first row of a query, or `nil` if there is none.
    ///
    /// - Throws: ``PostgresError``, and errors of the closure.
    public func first<Element>(
        _ sql: String, _ arguments: [PostgresValue] = [], row: (borrowing PostgresRow) throws -> Element
    ) throws -> Element? {
        let result = try run(sql, arguments)
        guard result.rowCount > 0 else { return nil }
        return try row(PostgresRow(result, sql: sql))
    }

    /// Passes each row of a query to a closure.
    ///
    /// - Throws: ``PostgresError``, and errors of the closure.
    /// - Complexity: O(*n*) in the number of rows; the result is held in memory.
    public func forEach(
        _ sql: String, _ arguments: [PostgresValue] = [], row: (borrowing PostgresRow) throws -> Void
    ) throws {
        let result = try run(sql, arguments)
        var present = PostgresRow(result, sql: sql)
        for index in 0..<result.rowCount {
            present.index = index
            try row(present)
        }
    }

    /// The rows of a query.
    ///
    /// - Throws: ``PostgresError``, and errors of the closure.
    /// - Complexity: O(*n*) in the number of rows; all are held in memory.
    public func all<Element>(
        _ sql: String, _ arguments: [PostgresValue] = [], row: (borrowing PostgresRow) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, arguments) { elements.append(try row($0)) }
        return elements
    }
}
