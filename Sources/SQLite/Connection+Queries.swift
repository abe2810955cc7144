extension Connection {
    /// Runs one statement to its end and ignores its rows.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters.
    public func execute(_ sql: String, _ arguments: any Bindable...) throws {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        try statement.stepToEnd()
    }

    /// The first row of a query, or `nil` if there is none.
    ///
    /// A statement that writes (`INSERT … RETURNING`) runs to its end all the same.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters, and what the
    ///   closure throws.
    public func first<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing Row) throws -> Element
    ) throws -> Element? {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        return try statement.first(row)
    }

    /// The rows of a query.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters, and what the
    ///   closure throws.
    /// - Complexity: O(*n*) in the number of rows, all of which are held in memory.
    public func all<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        let statement = try checkOut(sql, arguments)
        defer { checkIn(statement) }
        return try statement.all(row)
    }
}
