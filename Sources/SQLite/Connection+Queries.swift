extension Connection {
    /// Runs one statement to its end and ignores its rows.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters.
    public func execute<each Argument: Bindable>(_ sql: String, _ arguments: repeat each Argument) throws {
        try withStatement(sql, repeat each arguments) { statement in
            while try statement.step() {}
        }
    }

    /// The first row of a query, or `nil` if there is none.
    ///
    /// A statement that writes (`INSERT … RETURNING`) runs to its end all the same.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters, and what the
    ///   closure throws.
    public func first<each Argument: Bindable, Element>(
        _ sql: String, _ arguments: repeat each Argument, row: (borrowing Row) throws -> Element
    ) throws -> Element? {
        try withStatement(sql, repeat each arguments) { statement in
            guard try statement.step() else { return nil }
            let element = try row(statement.row)
            // Constraints that are checked at the end of a statement would go unnoticed otherwise.
            if !statement.isReadOnly { while try statement.step() {} }
            return element
        }
    }

    /// The rows of a query.
    ///
    /// - Throws: ``SQLiteError``, also when the number of arguments is not that of the parameters, and what the
    ///   closure throws.
    /// - Complexity: O(*n*) in the number of rows, all of which are held in memory.
    public func all<each Argument: Bindable, Element>(
        _ sql: String, _ arguments: repeat each Argument, row: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        try withStatement(sql, repeat each arguments) { statement in
            var elements: [Element] = []
            while try statement.step() { elements.append(try row(statement.row)) }
            return elements
        }
    }
}
