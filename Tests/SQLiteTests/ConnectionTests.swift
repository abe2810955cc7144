import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
    private struct NoteID: RawRepresentable, Bindable {
        let rawValue: Int64
    }

    @Test func `every kind of argument comes back as it was`() async throws {
        try await withConnection { connection in
            let values = try connection.first(
                "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?", Int64.min, 7, true, 0.5, "naïve\u{0}日本", "",
                [UInt8]([0, 255]),
                [UInt8](), nil as String?
            ) { row in try (0..<9).map { try row.value($0) } }
            #expect(
                values == [
                    .integer(.min), .integer(7), .integer(1), .real(0.5), .text("naïve\u{0}日本"), .text(""),
                    .blob([0, 255]), .blob([]), .null,
                ])
        }
    }

    @Test(arguments: ["", "naïve\u{0}日本"])
    func `text from bytes is the same text`(text: String) async throws {
        try await withConnection { connection in
            let sql = "SELECT ?1, typeof(?1), ?1 = ?2"
            let values = try connection.first(
                sql, arguments: [.utf8(Array(text.utf8)), .text(text)]
            ) { row in try (0..<3).map { try row.value($0) } }
            #expect(values == [.text(text), .text("text"), .integer(1)])
        }
    }

    @Test func `identifiers with a raw value are arguments`() async throws {
        try await withConnection { connection in
            let number = try connection.first("SELECT ?", NoteID(rawValue: 12)) { try $0.int64(0) }
            #expect(number == 12)
        }
    }

    @Test func `a number that is not a number is refused instead of becoming NULL`() async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) {
                try connection.execute("SELECT ?", Double.nan)
            }
            #expect(error.code == .mismatch)
        }
    }

    @Test(arguments: ["SELECT ?, ?", "SELECT 1"])
    func `a wrong number of arguments is an error`(sql: String) async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) { try connection.execute(sql, 1) }
            #expect(error.code == .range)
        }
    }

    @Test(arguments: ["", "  ;", "-- nothing", "SELECT 1; SELECT 2"])
    func `a text without exactly one statement is an error`(sql: String) async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) { try connection.execute(sql) }
            #expect(error.code == .misuse)
        }
    }

    @Test func `a statement works again after its failure`() async throws {
        try await withConnection { connection in
            try connection.addNote("once")
            let error = try #require(throws: SQLiteError.self) { try connection.addNote("once") }
            #expect(error.code == .constraintUnique)
            #expect(connection.busyStatementCount == 0)
            try connection.addNote("again")
            let notes = try connection.notes()
            #expect(notes == ["once", "again"])
        }
    }

    @Test func `a statement works again after its row closure has thrown`() async throws {
        try await withConnection { connection in
            try connection.addNote("one")
            try connection.addNote("two")
            let sql = "SELECT text FROM notes ORDER BY id"
            #expect(throws: Refused.self) { try connection.all(sql) { _ in throw Refused() } }
            #expect(throws: Refused.self) { try connection.first(sql) { _ in throw Refused() } }
            #expect(connection.busyStatementCount == 0)
            let notes = try connection.notes()
            #expect(notes == ["one", "two"])
        }
    }

    @Test func `a query may run again inside its own row closure`() async throws {
        try await withConnection { connection in
            try connection.addNote("one")
            try connection.addNote("two")
            let counts = try connection.all("SELECT text FROM notes ORDER BY id") { _ in
                try connection.notes().count
            }
            #expect(counts == [2, 2])
        }
    }

    @Test func `the first row is nil without rows`() async throws {
        try await withConnection { connection in
            let text = try connection.first("SELECT text FROM notes") { try $0.text(0) }
            #expect(text == nil)
        }
    }

    @Test func `a statement that writes and returns rows runs to its end`() async throws {
        try await withConnection { connection in
            try connection.addNote("one")
            try connection.addNote("two")
            let first = try connection.first("DELETE FROM notes RETURNING text") { try $0.text(0) }
            #expect(first == "one")
            #expect(connection.changedRows == 2)
            let notes = try connection.notes()
            #expect(notes == [])
        }
    }

    @Test func `inserted identifiers and changed rows are counted`() async throws {
        try await withConnection { connection in
            try connection.addNote("one")
            try connection.addNote("two")
            #expect(connection.lastInsertedRowID == 2)
            try connection.execute("UPDATE notes SET text = text || ?", "!")
            #expect(connection.changedRows == 2)
        }
    }

    @Test func `more statements than the cache holds still work`() async throws {
        try await withConnection { connection in
            for number in 0..<600 {
                let answer = try connection.first("SELECT \(number % 300)") { try $0.int(0) }
                #expect(answer == number % 300)
            }
        }
    }

    @Test func `a script stops at its first mistake`() async throws {
        try await withConnection { connection in
            let script = "INSERT INTO notes (text) VALUES ('kept'); INSERT INTO nowhere VALUES (1); SELECT 1"
            let error = try #require(throws: SQLiteError.self) { try connection.execute(script: script) }
            #expect(error.code == .error)
            let notes = try connection.notes()
            #expect(notes == ["kept"])
        }
    }

    @Test func `a script with a zero byte is refused as a whole`() async throws {
        try await withConnection { connection in
            #expect(throws: SQLiteError.self) {
                try connection.execute(script: "INSERT INTO notes (text) VALUES ('a');\u{0} SELECT 1")
            }
            let notes = try connection.notes()
            #expect(notes == [])
        }
    }
}
