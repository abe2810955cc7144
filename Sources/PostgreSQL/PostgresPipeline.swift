import CPostgreSQL

/// The statements that a connection has sent without waiting, and the answers that it knows ahead.
///
/// A transaction that writes sends most of its statements like this: nobody reads the rows of an `INSERT`, so it travels together
/// with the next query. A statement that fails is reported by the next one that waits, with the text of the one that failed.
struct PostgresPipeline {
    /// How many statements may wait for an answer: libpq reads none while it sends, and the server must not wait for it.
    static let limit = 64

    /// Whether statements whose rows nobody reads are sent later.
    var isOpen = false
    /// Whether the transaction may have changed anything.
    var hasWritten = false
    /// The number of rows that the last statement whose answer was read has changed.
    var changedRows = 0
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

    /// The statements that wait for their answers, which are to be read now.
    mutating func takeSent() -> [String] {
        defer { sent = [] }
        return sent
    }

    /// Notes an answer to a query that will be asked.
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

    /// Runs queries together, whose answers the next calls with the same texts and arguments take.
    ///
    /// It saves the time between question and answer for each of them. Only a transaction that writes does this, because what it
    /// has read stays as it is until the transaction itself writes; then the remaining answers are forgotten.
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

    /// Inserts a row into a table of which one column numbers the rows, and gives it the number after the largest.
    ///
    /// In a transaction that writes, the server is asked for the first number only: nobody else writes meanwhile.
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
        pipeline.changedRows = try lastResult().changedRows
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
                do { unsafe results.append(try requireSuccess(result, sql: sql)) } catch {
                    failure = failure ?? error
                }
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
