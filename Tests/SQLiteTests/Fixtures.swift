import Foundation
import Testing

@testable import SQLite

/// Lends a path in a new folder that is removed afterwards.
func withDatabasePath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    try await body(folder.appendingPathComponent("test.sqlite").path)
}

/// Lends a new database with a table of notes, and checks afterwards that no statement is left running.
func withDatabase(
    configuration: Database.Configuration = .init(), _ body: (Database) async throws -> Void
) async throws {
    try await withDatabasePath { path in
        let database = try Database(path: path, configuration: configuration)
        try await database.write { connection in
            try connection.execute(
                script: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")
        }
        try await body(database)
        #expect(try await database.writer.withConnection { $0.busyStatementCount } == 0)
        for reader in database.readers.readers {
            #expect(try await reader.withConnection { $0.busyStatementCount } == 0)
        }
        await database.close()
    }
}

/// Lends the connection of a new database, in a transaction.
func withConnection(_ body: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await withDatabase { try await $0.write(body) }
}

extension Connection {
    /// The texts of all notes in the order of their insertion.
    func notes() throws -> [String] { try all("SELECT text FROM notes ORDER BY id") { try $0.text(0) } }

    func addNote(_ text: String) throws { try execute("INSERT INTO notes (text) VALUES (?)", text) }
}

/// A failure of a job's own.
struct Refused: Error, Equatable {}
