extension Connection {
    /// Opens the connection that writes, and makes sure that each commit is durable.
    static func writer(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: true)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.set("journal_mode", to: "WAL", reportedAs: .text("wal"))
        try connection.set("synchronous", to: "FULL", reportedAs: .integer(2))
        try connection.set("foreign_keys", to: "ON", reportedAs: .integer(1))
        // What a savepoint may have to undo stays in memory instead of in a file of its own.
        try connection.set("temp_store", to: "MEMORY", reportedAs: .integer(2))
        // 16 MiB, so that the pages of a full batch stay in memory until they are committed.
        try connection.set("cache_size", to: "-16384", reportedAs: .integer(-16_384))
        // 32 MiB: pages that change often are then carried over to the database once instead of many times.
        try connection.set("wal_autocheckpoint", to: "8192", reportedAs: .integer(8_192))
        return connection
    }

    /// Opens a connection that can only read.
    static func reader(path: String, configuration: Database.Configuration) throws -> Connection {
        let connection = try Connection(path: path, isWritable: false)
        connection.setBusyTimeout(milliseconds: configuration.busyTimeoutMilliseconds)
        try connection.set("query_only", to: "ON", reportedAs: .integer(1))
        return connection
    }

    // SQLite ignores a setting that it cannot apply, so that only asking again tells.
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
