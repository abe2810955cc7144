extension Database {
    /// Brings the schema to the newest version that the program knows.
    ///
    /// Each missing step runs in its own transaction, together with the new version number, which SQLite
    /// stores as `user_version`. A step that fails leaves the database at the version before it. Two
    /// processes may migrate the same file at the same time.
    ///
    /// - Throws: ``DatabaseRefusal/migrationsOutOfOrder(version:)``; ``DatabaseRefusal/schemaIsNewer(found:known:)``
    ///   before anything has been changed; ``SQLiteError`` of a step.
    public func migrate(_ migrations: [Migration]) async throws {
        try requireRisingVersions(migrations)
        try await requireKnownSchema(newest: migrations.last?.version ?? 0)
        for migration in migrations {
            try await write { try $0.apply(migration) }
        }
    }

    func requireRisingVersions(_ migrations: [Migration]) throws {
        var previous = 0
        for migration in migrations {
            guard migration.version > previous else {
                throw DatabaseRefusal.migrationsOutOfOrder(version: migration.version)
            }
            previous = migration.version
        }
    }

    private func requireKnownSchema(newest: Int) async throws {
        let found = try await read { try $0.schemaVersion() }
        guard found <= newest else { throw DatabaseRefusal.schemaIsNewer(found: found, known: newest) }
    }
}

extension Connection {
    func schemaVersion() throws -> Int {
        try first("PRAGMA user_version") { try $0.int(0) } ?? 0
    }

    // The version is read in the same transaction, so no other process can apply the step in between.
    func apply(_ migration: Migration) throws {
        guard try schemaVersion() < migration.version else { return }
        try execute(script: migration.script)
        try execute(script: "PRAGMA user_version = \(migration.version)")
    }
}
