extension Connection {
    /// Begins a transaction that may write, and waits for other writers.
    func beginWriting() throws {
        try execute("BEGIN IMMEDIATE")
        writingTransactions += 1
    }

    /// Begins a transaction that sees one state of the database.
    func beginReading() throws { try execute("BEGIN DEFERRED") }

    /// Makes the transaction durable.
    func commit() throws { try execute("COMMIT") }

    /// Makes the transaction durable, or writes it without waiting for the disk.
    func commit(waitingForDisk waits: Bool) throws {
        guard !waits, let log = gatheredLog else { return try commit() }
        log.waitsForDisk = false
        defer { log.waitsForDisk = true }
        try commit()
    }

    /// Rolls the transaction back, unless SQLite has already done so.
    func rollBack() throws {
        dropCommittedActions(from: 0)
        if isInTransaction { try execute("ROLLBACK") }
    }

    /// Runs a body in a savepoint, which is rolled back when the body throws.
    ///
    /// - Throws: The body's error; if the transaction itself was lost, `isInTransaction` is false afterwards.
    func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let actionCount = committedActionCount
        try execute("SAVEPOINT job")
        do {
            let result = try body()
            guard isInTransaction else { throw DatabaseRefusal.transactionEndedByJob }
            try requireDeferredForeignKeysSatisfied()
            try execute("RELEASE job")
            return result
        } catch {
            dropCommittedActions(from: actionCount)
            if isInTransaction { try rollBackToSavepoint() }
            throw error
        }
    }

    // If the job's changes cannot be undone, the transaction cannot be committed either.
    private func rollBackToSavepoint() throws {
        do {
            try execute("ROLLBACK TO job")
            try execute("RELEASE job")
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Runs a read-only body on one state of the database.
    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try beginReading()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            try rollBack()
            throw error
        }
    }
}
