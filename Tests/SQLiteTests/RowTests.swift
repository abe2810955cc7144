import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct RowTests {
    @Test(arguments: ["NULL", "'text'", "1.5", "x'00'"])
    func `an integer is not made from anything else`(expression: String) async throws {
        try await expectMismatch(expression) { _ = try $0.int64(0) }
    }

    @Test(arguments: ["NULL", "1", "1.5", "x'00'", "CAST(x'FF' AS TEXT)"])
    func `text is not made from anything else`(expression: String) async throws {
        try await expectMismatch(expression) { _ = try $0.text(0) }
    }

    @Test(arguments: ["NULL", "1", "'1.5'", "x'00'"])
    func `a real is not made from anything else`(expression: String) async throws {
        try await expectMismatch(expression) { _ = try $0.double(0) }
    }

    @Test(arguments: ["NULL", "1", "'text'", "1.5"])
    func `bytes are not made from anything else`(expression: String) async throws {
        try await expectMismatch(expression) { _ = try $0.blob(0) }
    }

    @Test(arguments: ["NULL", "2", "-1", "'true'"])
    func `a truth value is only zero or one`(expression: String) async throws {
        try await expectMismatch(expression) { _ = try $0.bool(0) }
    }

    @Test func `optional access gives nil for NULL`() async throws {
        try await withConnection { connection in
            let areNil = try connection.first("SELECT NULL") { row in
                try [
                    row.optionalInt64(0) == nil, row.optionalInt(0) == nil, row.optionalBool(0) == nil,
                    row.optionalDouble(0) == nil, row.optionalText(0) == nil, row.optionalBlob(0) == nil,
                ]
            }
            #expect(areNil == Array(repeating: true, count: 6))
        }
    }

    @Test func `optional access gives the value otherwise`() async throws {
        try await withConnection { connection in
            let areRight = try connection.first("SELECT 1, 1.5, 'text', x'0102'") { row in
                try [
                    row.optionalInt64(0) == 1, row.optionalInt(0) == 1, row.optionalBool(0) == true,
                    row.optionalDouble(1) == 1.5, row.optionalText(2) == "text",
                    row.optionalBlob(3) == [1, 2],
                ]
            }
            #expect(areRight == Array(repeating: true, count: 6))
        }
    }

    @Test func `optional access of another type is an error`() async throws {
        try await expectMismatch("'text'") { _ = try $0.optionalInt64(0) }
    }

    @Test(arguments: [-1, 1])
    func `a column that is not there is an error, also for optional access`(column: Int) async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) {
                try connection.first("SELECT 1") { try $0.optionalInt64(column) }
            }
            #expect(error.code == .range)
        }
    }

    private func expectMismatch(
        _ expression: String, _ access: @escaping @Sendable (borrowing Row) throws -> Void
    ) async throws {
        try await withConnection { connection in
            let error = try #require(throws: SQLiteError.self) {
                try connection.first("SELECT \(expression)", row: access)
            }
            #expect(error.code == .mismatch)
        }
    }
}
