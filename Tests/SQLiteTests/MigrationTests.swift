import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct MigrationTests {
    private let first = Migration(version: 1, name: "people", script: "CREATE TABLE people (name TEXT)")
    private let second = Migration(
        version: 2, name: "rooms", script: "CREATE TABLE rooms (name TEXT); INSERT INTO rooms VALUES ('hall')"
    )
    private let broken = Migration(
        version: 3, name: "broken", script: "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)")

    @Test func `an empty database gets every migration`() async throws {
        try await withEmptyDatabase { database in
            try await database.migrate([first, second])
            let reached = try await state(of: database)
            #expect(reached == State(version: 2, tables: ["people", "rooms"]))
        }
    }

    @Test func `completed migrations do not run again`() async throws {
        try await withEmptyDatabase { database in
            try await database.migrate([first])
            try await database.write { try $0.execute("INSERT INTO people VALUES (?)", "Ada") }
            try await database.migrate([first, second])
            try await database.migrate([first, second])
            let reached = try await state(of: database)
            #expect(reached == State(version: 2, tables: ["people", "rooms"]))
            let rooms = try await database.read {
                try $0.first("SELECT count(*) FROM rooms") { try $0.int(0) }
            }
            #expect(rooms == 1)
        }
    }

    @Test func `a migration that fails leaves the version before it`() async throws {
        try await withEmptyDatabase { database in
            await #expect(throws: SQLiteError.self) { try await database.migrate([first, second, broken]) }
            let reached = try await state(of: database)
            #expect(reached == State(version: 2, tables: ["people", "rooms"]))
        }
    }

    @Test func `a database newer than the program is refused and not touched`() async throws {
        try await withEmptyDatabase { database in
            try await database.migrate([first, second])
            let refusal = await #expect(throws: DatabaseRefusal.schemaIsNewer(found: 2, known: 1)) {
                try await database.migrate([first])
            }
            #expect(
                refusal?.description
                    == "The database has schema version 2, but this program knows only versions up to 1.")
            let reached = try await state(of: database)
            #expect(reached == State(version: 2, tables: ["people", "rooms"]))
        }
    }

    @Test(arguments: [[0], [1, 1], [2, 1]])
    func `versions that do not rise from one are refused`(versions: [Int]) async throws {
        try await withEmptyDatabase { database in
            let migrations = versions.map {
                Migration(version: $0, name: "step", script: "CREATE TABLE t (x)")
            }
            await #expect(throws: DatabaseRefusal.migrationsOutOfOrder(version: versions.last ?? 0)) {
                try await database.migrate(migrations)
            }
            let reached = try await state(of: database)
            #expect(reached == State(version: 0, tables: []))
        }
    }

    private struct State: Equatable {
        var version: Int?
        var tables: [String]
    }

    private func state(of database: Database) async throws -> State {
        try await database.read { connection in
            State(
                version: try connection.first("PRAGMA user_version") { try $0.int(0) },
                tables: try connection.all("SELECT name FROM sqlite_schema ORDER BY name") { try $0.text(0) })
        }
    }

    private func withEmptyDatabase(_ body: (Database) async throws -> Void) async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try await body(database)
            await database.close()
        }
    }
}
