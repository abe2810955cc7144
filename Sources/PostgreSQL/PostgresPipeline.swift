import CPostgreSQL

/// The statements that a connection has sent without waiting for their answers, and the answers that it has read ahead.
///
/// A transaction that writes sends most of its statements like this: nobody reads the rows of an `INSERT`, so it is sent together
/// with the next query. When a statement fails, the next one that waits throws its error, which names the one that failed.
struct PostgresPipeline {
    /// How many statements may wait for an answer.
    ///
    /// By the manual of libpq, the client and the server can block each other when the client sends without reading. So few answers
    /// always fit the buffers.
    static let limit = 64

    /// Whether a transaction that writes is open, in which statements without rows are sent without waiting.
    var isOpen = false
    /// Whether the transaction may have changed a row.
    var hasWritten = false
    /// The number of rows that the last change has changed, among the statements with an answer.
    private(set) var changedRows = 0
    private var sent: [String] = []
    private var ahead: [(sql: String, arguments: [PostgresValue], result: ResultHandle)] = []
    /// The last number that the transaction gave to a row, by the statement that takes the number.
    var numbers: [String: Int64] = [:]

    /// Whether everything that was sent has been answered.
    var isEmpty: Bool { sent.isEmpty }

    /// Whether no more statements may be sent before the answers are read.
    var isFull: Bool { sent.count >= Self.limit }

    /// Notes a statement that was sent.
    mutating func note(sent sql: String) { sent.append(sql) }

    /// Takes the statements that wait for their answers, to read these now.
    mutating func takeSent() -> [String] {
        defer { sent = [] }
        return sent
    }

    /// Notes how many rows a statement changed, if it changes rows.
    mutating func note(changesOf result: ResultHandle) {
        if let count = result.changedRows { changedRows = count }
    }

    /// Notes an answer to a query that follows.
    mutating func note(_ result: ResultHandle, to sql: String, _ arguments: [PostgresValue]) {
        ahead.append((sql, arguments, result))
    }

    /// Takes the answer to a query, if it is known.
    mutating func takeAhead(_ sql: String, _ arguments: [PostgresValue]) -> ResultHandle? {
        guard !ahead.isEmpty else { return nil }
        let index = ahead.firstIndex { $0.sql == sql && $0.arguments == arguments }
        return index.map { ahead.remove(at: $0).result }
    }

    /// Forgets answers, because something was written that they may lack.
    mutating func forgetAhead() { ahead.removeAll(keepingCapacity: true) }

    /// Forgets what holds only while nothing is rolled back.
    mutating func forgetAll() {
        forgetAhead()
        numbers = [:]
    }
}

extension PostgresConnection {
    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    ///
    /// - Throws: ``PostgresError`` of a statement that was sent before.
    public var changedRows: Int {
        get throws {
            try settle()
            return pipeline.changedRows
        }
    }

    /// Runs several queries in one round trip, and keeps their answers.
    ///
    /// The next call with the text and the arguments of one of them takes its answer and does not ask the server. Only a transaction
    /// that writes does this: nobody else writes meanwhile, so answers stay true until the transaction itself writes. Then the
    /// remaining answers are forgotten.
    ///
    /// - Parameter queries: Texts of statements that only read, with their arguments.
    /// - Throws: ``PostgresError``, also of a statement that was sent before.
    public func readAhead(_ queries: [(sql: String, arguments: [PostgresValue])]) throws {
        guard pipeline.isOpen, queries.count > 1 else { return }
        pipeline.forgetAhead()
        for (sql, arguments) in queries { _ = try prepared(sql, arguments.map(\.type)) }
        for (sql, arguments) in queries { try send(sql, arguments) }
        let results = try results().suffix(queries.count)
        guard results.count == queries.count else { return }
        for ((sql, arguments), result) in zip(queries, results) { pipeline.note(result, to: sql, arguments) }
    }

    /// Inserts a row with the number after the largest into a table with a column that numbers the rows.
    ///
    /// A transaction that writes asks the server for its first number only. Nobody else writes meanwhile, so each further row of it
    /// has the next number.
    ///
    /// - Parameters:
    ///   - sql: A statement that leaves the number to the server.
    ///   - numbered: The statement with the number as an argument before the others.
    ///   - column: The column of the number.
    ///   - arguments: The other arguments.
    /// - Returns: The number.
    /// - Throws: ``PostgresError``.
    public func insert(
        _ sql: String, numbered: String, column: String = "number", _ arguments: [PostgresValue]
    ) throws -> Int64 {
        if let last = pipeline.numbers[numbered] {
            pipeline.numbers[numbered] = last + 1
            try execute(numbered, [.integer(last + 1)] + arguments)
            return last + 1
        }
        let number = try first("\(sql) RETURNING \(column)", arguments) { try $0.int64(0) } ?? 0
        if pipeline.isOpen { pipeline.numbers[numbered] = number }
        return number
    }

    /// Sends a statement whose rows nobody reads.
    func runLater(_ sql: String, _ arguments: [PostgresValue]) throws {
        pipeline.forgetAhead()
        pipeline.hasWritten = true
        if pipeline.isFull { try settle() }
        try send(sql, arguments)
    }

    /// Sends a statement; ``results()`` has its answer.
    func send(_ sql: String, _ arguments: [PostgresValue]) throws {
        let name = try prepared(sql, arguments.map(\.type))
        try enterPipeline()
        let isSent = unsafe withParameters(arguments) { values, lengths, formats in
            unsafe PQsendQueryPrepared(pointer, name, Int32(arguments.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw connectionError(sql: sql) }
        pipeline.note(sent: sql)
    }

    /// Sends a command without arguments that is not prepared.
    func send(command: String) throws {
        try enterPipeline()
        guard unsafe PQsendQueryParams(pointer, command, 0, nil, nil, nil, nil, 1) == 1 else {
            throw connectionError(sql: command)
        }
        pipeline.note(sent: command)
    }

    private func enterPipeline() throws {
        guard unsafe PQpipelineStatus(pointer) == PQ_PIPELINE_OFF else { return }
        guard unsafe PQenterPipelineMode(pointer) == 1 else { throw connectionError() }
    }

    /// Reads the answers to what was sent, if there is anything.
    func settle() throws {
        guard !pipeline.isEmpty else { return }
        _ = try lastResult()
    }

    /// Reads the answers to what was sent, and returns the last.
    func lastResult() throws -> ResultHandle {
        guard let last = try results().last else { throw connectionError() }
        return last
    }

    /// Reads the answers to what was sent, in order.
    ///
    /// - Throws: ``PostgresError`` of the first statement that failed; the server has skipped those after it.
    func results() throws -> [ResultHandle] {
        let statements = pipeline.takeSent()
        guard unsafe PQpipelineSync(pointer) == 1 else { throw connectionError() }
        var results: [ResultHandle] = []
        var failure: (any Error)?
        for sql in statements {
            let result = unsafe PQgetResult(pointer)
            if let result = unsafe result, unsafe PQresultStatus(result) == PGRES_PIPELINE_ABORTED {
                unsafe PQclear(result)
            } else {
                do {
                    let answer = unsafe try requireSuccess(result, sql: sql)
                    pipeline.note(changesOf: answer)
                    results.append(answer)
                } catch { failure = failure ?? error }
            }
            // A null pointer follows the result of each statement.
            while let rest = unsafe PQgetResult(pointer) { unsafe PQclear(rest) }
        }
        // The answer to the synchronisation, which no null pointer follows.
        if let end = unsafe PQgetResult(pointer) { unsafe PQclear(end) }
        let hasLeft = unsafe PQexitPipelineMode(pointer) == 1
        if let failure { throw failure }
        guard hasLeft else { throw connectionError() }
        return results
    }
}
