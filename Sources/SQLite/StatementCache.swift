/// Keeps compiled statements by their text.
struct StatementCache {
    private static let limit = 256
    private var statements: [String: Statement] = [:]

    /// Hands out a statement that nobody else uses, compiled now if need be.
    mutating func checkOut(_ sql: String, connection: borrowing ConnectionHandle) throws -> Statement {
        if let statement = statements[sql], !statement.isInUse {
            statement.isInUse = true
            return statement
        }
        let statement = try Statement(sql: sql, connection: connection)
        statement.isInUse = true
        keep(statement)
        return statement
    }

    /// Lets go of every statement.
    mutating func removeAll() { statements.removeAll() }

    // A statement whose text is already there is the copy of one in use, and lives only as long as its caller.
    private mutating func keep(_ statement: Statement) {
        guard statements[statement.sql] == nil else { return }
        if statements.count >= Self.limit { statements = statements.filter(\.value.isInUse) }
        statements[statement.sql] = statement
    }
}
