extension PostgresConnection {
    /// Begins a transaction that may write, once no other transaction that was begun like this is open in the database.
    ///
    /// Each statement sees what was committed before it. As all who write have waited for the same lock, nothing is committed
    /// by others until the transaction ends.
    ///
    /// - Parameters:
    ///   - lock: The number of the lock.
    ///   - admission: A query of one truth value that says whether the transaction may write; `nil` for any.
    ///   - patience: How long it waits for the lock; `nil` for ten seconds.
    /// - Returns: The number of the transaction, for ``hasCommitted(_:lock:patience:)``.
    /// - Throws: ``PostgresError``, with ``PostgresError/isBusy`` when the lock was not free in time, and
    ///   ``PostgresRefusal/notAdmitted``.
    @discardableResult
    func beginWriting(lock: Int64, admission: String? = nil, patience: Duration? = nil) throws -> Int {
        writingTransactions += 1
        // Zero milliseconds would be no limit.
        let limit = patience.map { "SET LOCAL lock_timeout = \(max(1, Int($0 / .milliseconds(1))));" } ?? ""
        // One round trip. The last statement is one of its own: the one that waits for the lock sees the state before it waited.
        // A process that is stopped in the middle must not keep the others waiting.
        let row = try lastRow(
            ofScript: """
                BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL idle_in_transaction_session_timeout = '5s'; \(limit)
                SELECT pg_advisory_xact_lock(\(lock)); SELECT (\(admission ?? "SELECT true"))
                """)
        guard row == ["t"] else { throw PostgresRefusal.notAdmitted }
        pipeline.forgetAll()
        pipeline.hasWritten = false
        pipeline.isOpen = true
        return writingTransactions
    }

    /// Begins a transaction that sees one state of the database.
    func beginReading() throws { try execute(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") }

    /// Makes the transaction durable.
    ///
    /// - Throws: ``PostgresError``. When the connection is lost, the transaction may be durable or not.
    func commit() throws {
        pipeline.isOpen = false
        pipeline.forgetAll()
        if let commitRow, pipeline.hasWritten {
            let sql = """
                INSERT INTO \(commitRow.table) (writer, number, at) VALUES ($1, $2, extract(epoch FROM now())::bigint)
                ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at
                """
            try send(sql, [.text(commitRow.writer), .integer(Int64(writingTransactions))])
        }
        for channel in channels { try send(command: "NOTIFY \(channel)") }
        channels = []
        try send(command: "COMMIT")
        // The server answers a COMMIT of a failed transaction with ROLLBACK and without an error.
        guard try lastResult().command != "ROLLBACK" else {
            throw PostgresError(
                state: PostgresError.transactionState, message: "the transaction had failed before its end")
        }
    }

    /// Rolls the transaction back, if there is one.
    func rollBack() throws {
        dropCommittedActions(from: 0)
        channels = []
        pipeline.isOpen = false
        pipeline.forgetAll()
        // What fails now is rolled back anyway.
        try? settle()
        if isInTransaction { try execute(script: "ROLLBACK") }
    }

    /// Runs a body in a savepoint, which is rolled back when the body throws.
    func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let actionCount = committedActionCount
        try execute(script: "SAVEPOINT job")
        do {
            let result = try body()
            try execute(script: "RELEASE job")
            return result
        } catch {
            dropCommittedActions(from: actionCount)
            pipeline.forgetAll()
            // What fails now is rolled back anyway.
            try? settle()
            if !isLost { try execute(script: "ROLLBACK TO job; RELEASE job") }
            throw error
        }
    }

    /// Whether an earlier transaction of the writer was committed whose connection was lost.
    ///
    /// It waits for the lock, which the server keeps for that transaction until it has ended. The number that the server itself gives a
    /// transaction would not do: after a crash or on another server it may be that of another one.
    ///
    /// - Parameters:
    ///   - number: The number of the transaction.
    ///   - lock: The number of the lock.
    ///   - patience: How long it waits for the lock.
    /// - Returns: `false` also for a transaction that changed nothing; `nil` without a ``commitRow``.
    /// - Throws: ``PostgresError``.
    func hasCommitted(_ number: Int, lock: Int64, patience: Duration) throws -> Bool? {
        guard let commitRow else { return nil }
        try beginWriting(lock: lock, patience: patience)
        // This commit waits for a synchronous standby, and so for all before it: a commit that a crash interrupted may be here only.
        let sql = "UPDATE \(commitRow.table) SET at = at WHERE writer = $1 RETURNING number"
        let last = try first(sql, [.text(commitRow.writer)]) { try $0.int64(0) }
        // Otherwise the commit would put the number of this transaction into the row.
        pipeline.hasWritten = false
        try commit()
        return (last ?? 0) >= Int64(number)
    }
}
