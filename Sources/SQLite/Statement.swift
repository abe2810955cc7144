import CSQLite

/// One compiled statement, with its arguments while it runs.
final class Statement {
    let sql: String
    /// Whether a caller holds the statement; a second caller needs another copy of it.
    var isInUse = false
    private let handle: StatementHandle

    init(sql: String, connection: borrowing ConnectionHandle) throws {
        self.sql = sql
        handle = try StatementHandle(sql: sql, connection: connection)
        isReadOnly = unsafe sqlite3_stmt_readonly(handle.pointer) != 0
        parameterCount = unsafe sqlite3_bind_parameter_count(handle.pointer)
    }

    var columnCount: Int32 { unsafe sqlite3_column_count(handle.pointer) }
    let isReadOnly: Bool
    let parameterCount: Int32

    /// Binds one argument; positions start at one.
    func bind(_ value: SQLValue, at position: Int32) throws {
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(handle.pointer, position)
            case .integer(let number): unsafe sqlite3_bind_int64(handle.pointer, position, number)
            case .real(let number): try bind(number, at: position)
            case .text(let text): bind(text, at: position)
            case .blob(let bytes): bind(bytes, at: position)
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws -> Bool {
        let code = unsafe sqlite3_step(handle.pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    /// Runs to the end and ignores the rows.
    func stepToEnd() throws {
        while try step() {}
    }

    /// Runs to the first row, or to the end if the statement writes.
    func first<Element>(_ row: (borrowing Row) throws -> Element) throws -> Element? {
        guard try step() else { return nil }
        let element = try withRow(row)
        // Constraints that are checked at the end of a statement would go unnoticed otherwise.
        if !isReadOnly { try stepToEnd() }
        return element
    }

    /// Runs to the end and collects the rows.
    func all<Element>(_ row: (borrowing Row) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        while try step() { elements.append(try withRow(row)) }
        return elements
    }

    /// Makes the statement ready for its next use and lets go of the arguments.
    func reset() {
        // The result only repeats the failure of the last step, which has been thrown already.
        _ = unsafe sqlite3_reset(handle.pointer)
        _ = unsafe sqlite3_clear_bindings(handle.pointer)
    }

    private func withRow<Element>(_ body: (borrowing Row) throws -> Element) rethrows -> Element {
        let row = unsafe Row(statement: handle.pointer, columnCount: columnCount, sql: sql)
        return try body(row)
    }

    private func bind(_ number: Double, at position: Int32) throws -> Int32 {
        guard !number.isNaN else {
            throw SQLiteError(code: .mismatch, message: "argument \(position) is NaN", sql: sql)
        }
        return unsafe sqlite3_bind_double(handle.pointer, position, number)
    }

    private func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 {
            unsafe csqlite_bind_text(handle.pointer, position, $0.baseAddress, UInt64($0.count))
        }
    }

    private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe csqlite_bind_blob(handle.pointer, position, $0.baseAddress, UInt64($0.count))
        }
    }

    private func failure(_ code: Int32) -> SQLiteError {
        unsafe SQLiteError(code: code, connection: sqlite3_db_handle(handle.pointer), sql: sql)
    }
}
