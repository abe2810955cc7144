/// Caches compiled statements by their text.
struct StatementCache {
    private static let limit = 256
    private var statements: [Text: Statement] = [:]

    /// Returns an unused statement, and compiles one if necessary.
    mutating func checkOut(_ sql: String, connection: borrowing DatabaseHandle) throws -> Statement {
        if let statement = statements[Text(sql)], !statement.isInUse {
            statement.isInUse = true
            return statement
        }
        let statement = try Statement(sql: sql, connection: connection)
        statement.isInUse = true
        keep(statement)
        return statement
    }

    /// Releases all statements.
    mutating func removeAll() { statements.removeAll() }

    // If the cache already has this text, the statement is the copy of one in use and lives only as long as
    // its caller.
    private mutating func keep(_ statement: Statement) {
        let text = Text(statement.sql)
        guard statements[text] == nil else { return }
        if statements.count >= Self.limit { statements = statements.filter(\.value.isInUse) }
        statements[text] = statement
    }

    /// The text of a statement, hashed by its length alone.
    ///
    /// The texts are the program's own, and few have the same length. Hashing all bytes took as long as
    /// binding the arguments. Texts that are the same constant are equal without a comparison of their bytes.
    private struct Text: Hashable {
        private let sql: String

        init(_ sql: String) { self.sql = sql }

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }
}
