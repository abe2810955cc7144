import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct SQLiteErrorTests {
    private static let secret = "Mrs Miller"

    @Test func `a broken constraint is described by its column`() async throws {
        try await withConnection { connection in
            try connection.addNote(Self.secret)
            let error = try #require(throws: SQLiteError.self) { try connection.addNote(Self.secret) }
            #expect(error.description == "SQLite error 2067: UNIQUE constraint failed: notes.text")
            #expect(!error.debugDescription.contains(Self.secret))
            #expect(error.sql == "INSERT INTO notes (text) VALUES (?)")
        }
    }

    @Test(arguments: [
        "SELECT json_extract('{}', ?)",
        "SELECT CASE WHEN ? IS NULL THEN 1 ELSE json_extract('{}', 'Mrs Miller') END",
    ])
    func `the description leaves out what SQLite quotes from an argument or a literal`(sql: String)
        async throws
    {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) { try connection.execute(sql, Self.secret) }
            #expect(error.message.contains(Self.secret))
            #expect(error.description == "SQLite error 1: SQL logic error")
        }
    }

    @Test func `a mistake in the SQL is described without the SQL`() async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) {
                try connection.execute("SELECT 'Mrs Miller")
            }
            #expect(!error.description.contains("Miller"))
            #expect(error.debugDescription.contains("Miller"))
        }
    }

    @Test func `a value of the wrong type is described by column and types`() async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) {
                try connection.first("SELECT ?", Self.secret) { try $0.int64(0) }
            }
            #expect(error.description == "SQLite error 20: column 0 holds TEXT instead of INTEGER")
        }
    }

    @Test(arguments: [
        (ResultCode.constraintUnique, ResultCode.constraintUnique, true),
        (.constraint, .constraintUnique, true),
        (.constraintUnique, .constraint, false),
        (.busy, .busySnapshot, true),
        (.busy, .constraint, false),
    ])
    func `a primary code matches the codes that belong to it`(
        pattern: ResultCode, code: ResultCode, matches: Bool
    ) {
        #expect((pattern ~= code) == matches)
    }
}
