import CSQLite

extension Connection {
    /// Opens the connection that writes, and ensures that each commit is durable.
    static func writer(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: true)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.keepLog(within: configuration.busyTimeout)
        try connection.set("synchronous", to: "FULL", reportedAs: .integer(2))
        try connection.set("foreign_keys", to: "ON", reportedAs: .integer(1))
        // Rollback data for savepoints stays in memory instead of a separate file.
        try connection.set("temp_store", to: "MEMORY", reportedAs: .integer(2))
        // 16 MiB, for the pages of a full batch and the pages that are read often.
        try connection.set("cache_size", to: "-16384", reportedAs: .integer(-16_384))
        // Without spilling, the log gets no bytes before the commit, which syncs it. Buffered bytes of a
        // transaction that was rolled back could otherwise overwrite commits of another process later. A
        // large transaction takes more memory instead.
        try connection.set("cache_spill", to: "OFF", reportedAs: .integer(0))
        // Replaces SQLite's own checkpoints, which would run on this connection.
        connection.watchLog()
        return connection
    }

    /// Opens a connection that only copies pages from the log to the file.
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

    /// Switches the file to a write-ahead log.
    ///
    /// When several connections switch a new file at the same time, each holds a lock that another waits for.
    /// SQLite then refuses one of them at once, so this method retries.
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

    // SQLite ignores a setting that it cannot apply, so this reads the setting back.
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
