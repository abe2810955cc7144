extension Connection {
    /// Runs one statement to its end and ignores its rows.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters.
    public func execute(_ sql: String, _ arguments: any Bindable...) throws {
        try execute(sql, arguments: arguments.map(\.sqlValue))
    }

    /// Runs one statement with arguments as SQLite values.
    ///
    /// Use this form for statements that run often: it makes no existentials.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters.
    public func execute(_ sql: String, arguments: [SQLValue]) throws {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        try statement.stepToEnd()
    }

    /// The first row of a query, or `nil` if there is none.
    ///
    /// A statement that writes (`INSERT … RETURNING`) still runs to its end.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    public func first<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing Row) throws -> Element
    ) throws -> Element? {
        try first(sql, arguments: arguments.map(\.sqlValue), row: row)
    }

    /// The first row of a query with arguments as SQLite values, or `nil` if there is none.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    public func first<Element>(
        _ sql: String, arguments: [SQLValue], row: (borrowing Row) throws -> Element
    ) throws -> Element? {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        return try statement.first(row)
    }

    /// Passes each row of a query to a closure, and keeps none.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    public func forEach(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing Row) throws -> Void
    ) throws {
        try forEach(sql, arguments: arguments.map(\.sqlValue), row: row)
    }

    /// Passes each row of a query with arguments as SQLite values to a closure, and keeps none.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    public func forEach(
        _ sql: String, arguments: [SQLValue], row: (borrowing Row) throws -> Void
    ) throws {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        try statement.forEach(row)
    }

    /// The rows of a query.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    /// - Complexity: O(*n*) in the number of rows; all are held in memory.
    public func all<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        try all(sql, arguments: arguments.map(\.sqlValue), row: row)
    }

    /// The rows of a query with arguments as SQLite values.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments differs from the number of parameters;
    ///   and errors of the closure.
    /// - Complexity: O(*n*) in the number of rows; all are held in memory.
    public func all<Element>(
        _ sql: String, arguments: [SQLValue], row: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        return try statement.all(row)
    }
}
