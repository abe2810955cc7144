import Foundation
import Synchronization
import Testing

@testable import SQLite

/// Copies of a database that is written to.
@Suite(.timeLimit(.minutes(1)))
struct DatabaseCopyTests {
    @Test func `a copy has what was committed before it began, although others write meanwhile`() async throws
    {
        try await withDatabase { path, database in
            for number in 0..<200 { try await database.write { try $0.addNote(longNote(number)) } }
            let target = path + ".copy"
            var copy = DatabaseCopy(from: path, to: target)
            (copy.pagesPerStep, copy.pause) = (4, .zero)
            var steps: [DatabaseCopy.Progress] = []
            try copy.run { progress in
                steps.append(progress)
                let number = 200 + steps.count
                try database.writeAndWait { try $0.addNote(longNote(number)) }
            }
            #expect(steps.count > 10)
            #expect(steps.last?.copiedPages == steps.last?.pages)
            let notes = try Connection.inspecting(path: target) { try $0.notes() }
            #expect(notes == (0..<200).map(longNote))
            let integrity = try Connection.inspecting(path: target) { connection in
                try connection.all("PRAGMA integrity_check") { try $0.text(0) }
            }
            #expect(integrity == ["ok"])
            #expect(try await database.read { try $0.notes().count } == 200 + steps.count)
        }
    }

    @Test func `a copy needs no log beside it, and is for its owner alone`() async throws {
        try await withDatabase { path, database in
            try await database.write { try $0.addNote("kept") }
            let target = path + ".copy"
            try DatabaseCopy(from: path, to: target).run()
            _ = try Connection.inspecting(path: target) { try $0.notes() }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(names.filter { $0.contains(".copy") } == ["test.sqlite.copy"])
            #expect(
                try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `what the report throws ends the copy`() async throws {
        try await withDatabase { path, database in
            try await database.write { try $0.addNote("kept") }
            #expect(throws: Refused.self) {
                try DatabaseCopy(from: path, to: path + ".copy").run { _ in throw Refused() }
            }
            try await database.write { try $0.addNote("more") }
        }
    }

    @Test func `a file that is no database is not copied`() async throws {
        try await withDatabasePath { path in
            try Data("no database, but long enough to have a header".utf8).write(to: URL(filePath: path))
            let error = #expect(throws: SQLiteError.self) {
                try DatabaseCopy(from: path, to: path + ".copy").run()
            }
            #expect(error?.code == .notADatabase)
        }
    }

    @Test func `an inspection changes nothing and makes no database`() async throws {
        try await withDatabasePath { path in
            #expect(throws: SQLiteError.self) { try Connection.inspecting(path: path) { _ in } }
            #expect(!FileManager.default.fileExists(atPath: path))
            let database = try Database(path: path)
            try await database.write { try $0.execute(script: "CREATE TABLE notes (text TEXT)") }
            await database.close()
            #expect(throws: SQLiteError.self) {
                try Connection.inspecting(path: path) { try $0.execute("INSERT INTO notes VALUES ('x')") }
            }
        }
    }

    private func longNote(_ number: Int) -> String { String(repeating: "x", count: 2_000) + "\(number)" }

    /// Lends a database with a table of notes, and its path.
    private func withDatabase(_ body: (String, Database) async throws -> Void) async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute(
                    script: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")
            }
            try await body(path, database)
            await database.close()
        }
    }
}
