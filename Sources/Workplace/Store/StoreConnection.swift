import PostgreSQL
import SQLite

/// A statement that reads, with its arguments.
struct StoreQuery {
    let sql: String
    let arguments: [SQLValue]

    init(_ sql: String, _ arguments: [SQLValue]) {
        self.sql = sql
        self.arguments = arguments
    }
}

/// Runs statements on the engine that holds a store: SQLite or PostgreSQL.
///
/// The text of a statement is constant and written for SQLite; ``PostgresDialect`` translates it once for PostgreSQL.
struct StoreConnection {
    /// The connection of the engine.
    enum Engine {
        case sqlite(Connection)
        case postgres(PostgresConnection)
    }

    let engine: Engine

    init(_ connection: Connection) { engine = .sqlite(connection) }

    init(_ connection: PostgresConnection) { engine = .postgres(connection) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` of this connection changed.
    var changedRows: Int {
        get throws {
            switch engine {
            case .sqlite(let connection): connection.changedRows
            case .postgres(let connection): try connection.changedRows
            }
        }
    }

    /// The number of transactions that this connection has begun for writing; the same number in two jobs means the same
    /// transaction.
    var writingTransactions: Int {
        switch engine {
        case .sqlite(let connection): connection.writingTransactions
        case .postgres(let connection): connection.writingTransactions
        }
    }

    /// Runs an action once the transaction is durable; it must not wait.
    func afterCommit(_ action: @escaping @Sendable () -> Void) {
        switch engine {
        case .sqlite(let connection): connection.afterCommit(action)
        case .postgres(let connection): connection.afterCommit(action)
        }
    }

    /// The channel on which processes tell each other that sessions have ended.
    static let sessionsChannel = "vicinity_sessions"

    /// Tells other processes, once the transaction is durable, that sessions have ended.
    ///
    /// One process serves a file of SQLite, so there is nobody to tell.
    func notifyOfEndedSessions() {
        if case .postgres(let connection) = engine { connection.notify(Self.sessionsChannel) }
    }

    /// Runs one statement and ignores its rows.
    ///
    /// PostgreSQL may tell that it failed only when the next statement needs an answer, or at the commit.
    func execute(_ sql: String, _ arguments: any Bindable...) throws {
        try execute(sql, arguments: arguments.map(\.sqlValue))
    }

    /// Runs one statement with arguments that are no existentials.
    func execute(_ sql: String, arguments: [SQLValue]) throws {
        switch engine {
        case .sqlite(let connection): try connection.execute(sql, arguments: arguments)
        case .postgres(let connection): try connection.execute(sql, arguments.map(PostgresValue.init))
        }
    }

    /// Inserts a row into a table with a column that numbers the rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, which leaves the number to the engine.
    ///   - numbered: The statement with the number as an argument before the others.
    ///   - column: The column of the number.
    ///   - arguments: The other arguments.
    /// - Returns: The number.
    /// - Throws: The engine’s own error.
    func insert(_ sql: String, numbered: String, column: String = "number", arguments: [SQLValue]) throws
        -> Int64
    {
        switch engine {
        case .sqlite(let connection):
            try connection.execute(sql, arguments: arguments)
            return connection.lastInsertedRowID
        case .postgres(let connection):
            return try connection.insert(
                sql, numbered: numbered, column: column, arguments.map(PostgresValue.init))
        }
    }

    /// Runs several queries on a server in one round trip, before their rows are read; does nothing for a file.
    func readAhead(_ queries: () -> [StoreQuery]) throws {
        guard case .postgres(let connection) = engine else { return }
        try connection.readAhead(queries().map { ($0.sql, $0.arguments.map(PostgresValue.init)) })
    }

    /// The first row of a query, or `nil` if there is none.
    func first<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing StoreRow) throws -> Element
    ) throws -> Element? {
        try first(sql, arguments: arguments.map(\.sqlValue), row: row)
    }

    /// The first row of a query with arguments that are no existentials, or `nil` if there is none.
    func first<Element>(
        _ sql: String, arguments: [SQLValue], row: (borrowing StoreRow) throws -> Element
    ) throws -> Element? {
        switch engine {
        case .sqlite(let connection):
            try connection.first(sql, arguments: arguments) { try StoreRow.reading($0, row) }
        case .postgres(let connection):
            try connection.first(sql, arguments.map(PostgresValue.init)) { try StoreRow.reading($0, row) }
        }
    }

    /// The first row of a query, or `nil` if there is none.
    func first<Element>(
        _ query: StoreQuery, row: (borrowing StoreRow) throws -> Element
    ) throws -> Element? {
        try first(query.sql, arguments: query.arguments, row: row)
    }

    /// Passes each row of a query to a closure, and keeps none.
    func forEach(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing StoreRow) throws -> Void
    ) throws {
        switch engine {
        case .sqlite(let connection):
            try connection.forEach(sql, arguments: arguments.map(\.sqlValue)) {
                try StoreRow.reading($0, row)
            }
        case .postgres(let connection):
            try connection.forEach(sql, arguments.map { PostgresValue($0.sqlValue) }) {
                try StoreRow.reading($0, row)
            }
        }
    }

    /// The rows of a query.
    ///
    /// - Complexity: O(*n*) in the number of rows; all are held in memory.
    func all<Element>(
        _ sql: String, _ arguments: any Bindable..., row: (borrowing StoreRow) throws -> Element
    ) throws -> [Element] {
        try all(StoreQuery(sql, arguments.map(\.sqlValue)), row: row)
    }

    /// The rows of a query.
    ///
    /// - Complexity: O(*n*) in the number of rows; all are held in memory.
    func all<Element>(
        _ query: StoreQuery, row: (borrowing StoreRow) throws -> Element
    ) throws -> [Element] {
        switch engine {
        case .sqlite(let connection):
            try connection.all(query.sql, arguments: query.arguments) { try StoreRow.reading($0, row) }
        case .postgres(let connection):
            try connection.all(query.sql, query.arguments.map(PostgresValue.init)) {
                try StoreRow.reading($0, row)
            }
        }
    }

    /// The version of the schema.
    func schemaVersion() throws -> Int {
        switch engine {
        case .sqlite(let connection): try connection.first("PRAGMA user_version") { try $0.int(0) } ?? 0
        case .postgres(let connection): try PostgresSchema.version(on: connection)
        }
    }

    /// Writes without a change, which shows whether a transaction can become durable.
    func touch() throws {
        switch engine {
        case .sqlite(let connection): try connection.touch()
        case .postgres(let connection): try PostgresSchema.touch(connection)
        }
    }

    /// Whether a commit on this database has waited for a synchronous standby for more than a second.
    func hasWaitingCommit() throws -> Bool {
        guard case .postgres(let connection) = engine else { return false }
        return try PostgresSchema.hasWaitingCommit(on: connection)
    }

    /// Reads from the disk, not from memory, what shows whether a file is damaged.
    ///
    /// A server of PostgreSQL looks after its own files.
    func checkFile() throws {
        if case .sqlite(let connection) = engine { try connection.checkFile() }
    }
}

extension StoreConnection {
    /// Lends a connection that only reads a file, on one state of it, on the calling thread.
    ///
    /// - Returns: What the body returns.
    static func inspecting<Result>(
        path: String, _ body: (StoreConnection) throws -> Result
    ) throws -> Result {
        try Connection.inspecting(path: path) { try body(StoreConnection($0)) }
    }

    /// Lends a connection that only reads a database of a server, on one state of it, on the calling thread.
    ///
    /// - Returns: What the body returns.
    static func inspecting<Result>(
        address: String, _ body: (StoreConnection) throws -> Result
    ) throws -> Result {
        let server = try PostgresConnection(address: address, translate: PostgresDialect.statement)
        try server.execute(
            script: """
                SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
                BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
                """)
        // The connection ends with it, and so does the transaction.
        return try body(StoreConnection(server))
    }
}

@available(*, unavailable)
extension StoreConnection: Sendable {}

extension PostgresValue {
    /// The value in PostgreSQL's terms.
    init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .text(text)
        case .utf8(let bytes): self = .utf8(bytes)
        case .blob(let bytes): self = .bytes(bytes)
        }
    }
}
