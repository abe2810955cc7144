import CSQLite

extension Connection {
    /// Opens the connection that writes, and makes sure that each commit is durable.
    static func writer(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: true)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.keepLog(within: configuration.busyTimeout)
        try connection.set("synchronous", to: "FULL", reportedAs: .integer(2))
        try connection.set("foreign_keys", to: "ON", reportedAs: .integer(1))
        // What a savepoint may have to undo stays in memory instead of in a file of its own.
        try connection.set("temp_store", to: "MEMORY", reportedAs: .integer(2))
        // 16 MiB, which hold the pages of a full batch and those that are read often.
        try connection.set("cache_size", to: "-16384", reportedAs: .integer(-16_384))
        // Nothing comes to the log before its commit, which syncs it: what is gathered of an undone transaction would
        // later be written over what another process has committed. A larger transaction takes more memory instead.
        try connection.set("cache_spill", to: "OFF", reportedAs: .integer(0))
        // In place of SQLite's own checkpoints, which would run on this connection.
        connection.watchLog()
        return connection
    }

    /// Opens a connection that does nothing but carry pages over from the log.
    static func checkpointer(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: true)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.set("synchronous", to: "FULL", reportedAs: .integer(2))
        return connection
    }

    /// Opens a connection that can only read.
    static func reader(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: false)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.set("query_only", to: "ON", reportedAs: .integer(1))
        return connection
    }

    /// Opens a connection to the new file of a copy.
    ///
    /// Nothing can be rolled back and SQLite syncs nothing: the copy is worthless until it is complete, and its maker syncs it.
    static func copyTarget(path: String) throws -> Connection {
        let connection = try Connection(path: path, isWritable: true, gathersLog: false)
        try connection.set("journal_mode", to: "OFF", reportedAs: .text("off"))
        try connection.set("synchronous", to: "OFF", reportedAs: .integer(0))
        return connection
    }

    /// Makes the file one that stands alone: without a log, also while it is open.
    static func dropLog(ofFileAt path: String) throws {
        let connection = try Connection(path: path, isWritable: true, gathersLog: false)
        try connection.set("journal_mode", to: "DELETE", reportedAs: .text("delete"))
        try connection.syncFile()
    }

    /// Sets the file to a write-ahead log.
    ///
    /// Where several connections do that with a new file at once, each holds what another one waits for. SQLite refuses one
    /// of them then without waiting, so that it is for us to try again.
    private func keepLog(within patience: Duration) throws {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while true {
            do {
                return try set("journal_mode", to: "WAL", reportedAs: .text("wal"))
            } catch let error as SQLiteError where error.code == .busy && clock.now < deadline {
                _ = sqlite3_sleep(1)
            }
        }
    }

    // SQLite ignores a setting that it cannot apply, so ask again to find out.
    private func set(_ pragma: String, to value: String, reportedAs expected: SQLValue) throws {
        try execute("PRAGMA \(pragma) = \(value)")
        let found = try first("PRAGMA \(pragma)") { try $0.value(0) }
        guard found == expected else {
            throw DatabaseRefusal.settingNotTaken(pragma: pragma, wanted: value, found: name(of: found))
        }
    }
}

private func name(of setting: SQLValue?) -> String {
    switch setting {
    case .text(let text): text
    case .integer(let number): String(number)
    default: "nothing"
    }
}
