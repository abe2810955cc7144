import CSQLite

/// One compiled statement, with its arguments while it runs.
final class Statement {
    let sql: String
    /// Whether a caller is using the statement; a second caller needs another copy.
    var isInUse = false
    private let handle: StatementHandle
    private var texts = ArgumentBytes()

    init(sql: String, connection: borrowing DatabaseHandle) throws {
        self.sql = sql
        handle = try StatementHandle(sql: sql, connection: connection)
        isReadOnly = unsafe sqlite3_stmt_readonly(handle.pointer) != 0
        parameterCount = unsafe sqlite3_bind_parameter_count(handle.pointer)
    }

    var columnCount: Int32 { unsafe sqlite3_column_count(handle.pointer) }
    let isReadOnly: Bool
    let parameterCount: Int32

    /// Binds all arguments.
    func bind(_ arguments: [SQLValue]) throws {
        texts.makeRoom(for: arguments.reduce(0) { $0 + $1.byteCount })
        var position: Int32 = 0
        for argument in arguments {
            position += 1
            let code = try bind(argument, at: position)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: SQLValue, at position: Int32) throws -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle.pointer, position)
        case .integer(let number): unsafe sqlite3_bind_int64(handle.pointer, position, number)
        case .real(let number): try bind(number, at: position)
        case .text(let text):
            unsafe csqlite_bind_kept_text(
                handle.pointer, position, texts.append(text), UInt64(text.utf8.count))
        case .utf8(let bytes):
            unsafe csqlite_bind_kept_text(handle.pointer, position, texts.append(bytes), UInt64(bytes.count))
        case .blob(let bytes):
            unsafe csqlite_bind_kept_blob(handle.pointer, position, texts.append(bytes), UInt64(bytes.count))
        }
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

    /// Runs to the end and passes each row to a closure.
    func forEach(_ row: (borrowing Row) throws -> Void) throws {
        guard try step() else { return }
        // One value for all rows, because each new one would retain the text.
        let present = unsafe Row(statement: handle.pointer, columnCount: columnCount, sql: sql)
        repeat { try row(present) } while try step()
    }

    /// Runs to the end and collects the rows.
    func all<Element>(_ row: (borrowing Row) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        while try step() { elements.append(try withRow(row)) }
        return elements
    }

    /// Makes the statement ready for its next use.
    func reset() {
        // The result only repeats the failure of the last step, which was already thrown.
        _ = unsafe sqlite3_reset(handle.pointer)
        // Every use binds all parameters again, so old values are never read; only large ones are freed.
        if texts.isLarge {
            _ = unsafe sqlite3_clear_bindings(handle.pointer)
            texts.removeAll()
        }
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

    private func failure(_ code: Int32) -> SQLiteError {
        unsafe SQLiteError(code: code, connection: sqlite3_db_handle(handle.pointer), sql: sql)
    }
}
