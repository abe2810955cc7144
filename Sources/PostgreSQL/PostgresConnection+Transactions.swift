extension PostgresConnection {
    /// Begins a transaction that may write, once no other transaction that was begun like this is open in the database.
    ///
    /// Each statement sees what was committed before it. As all who write have waited for the same lock, nothing is committed
    /// by others until the transaction ends.
    ///
    /// - Parameters:
    ///   - lock: The number of the lock.
    ///   - admission: A query of one truth value that says whether the transaction may write; `nil` for any.
    /// - Returns: The number by which the server knows the transaction, for ``outcome(ofTransaction:on:)``.
    /// - Throws: ``PostgresError``, with ``PostgresError/isBusy`` when the lock was not free in time, and
    ///   ``PostgresRefusal/notAdmitted``.
    func beginWriting(lock: Int64, admission: String? = nil) throws -> String {
        writingTransactions += 1
        // One round trip. The last statement is one of its own: the one that waits for the lock sees the state before it waited.
        // A process that is stopped in the middle must not keep the others waiting.
        let row = try lastRow(
            ofScript: """
                BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL idle_in_transaction_session_timeout = '5s';
                SELECT pg_advisory_xact_lock(\(lock)); SELECT pg_current_xact_id(), (\(admission ?? "SELECT true"))
                """)
        guard row.count == 2, row[1] == "t" else { throw PostgresRefusal.notAdmitted }
        pipeline.forgetAll()
        pipeline.isOpen = true
        return row[0]
    }

    /// Begins a transaction that sees one state of the database.
    func beginReading() throws { try execute(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") }

    /// Makes the transaction durable.
    ///
    /// - Throws: ``PostgresError``. When the connection is lost, the transaction may be durable or not.
    func commit() throws {
        pipeline.isOpen = false
        pipeline.forgetAll()
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

    /// Whether an earlier transaction of any connection was committed.
    ///
    /// - Parameters:
    ///   - number: The number of the transaction.
    ///   - timeline: The timeline of the server that gave the number. A server with another one gives the same number to another
    ///     transaction, so it does not know.
    /// - Returns: `nil` when the server does not know.
    /// - Throws: ``PostgresError``.
    func outcome(ofTransaction number: String, on timeline: String) throws -> Bool? {
        guard timeline == self.timeline else { return nil }
        let sql = "SELECT pg_xact_status($1::text::xid8)"
        switch try first(sql, [.text(number)], row: { try $0.optionalText(0) }) ?? nil {
        case "committed": return true
        case "aborted": return false
        default: return nil
        }
    }
}
