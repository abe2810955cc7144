import CSQLite

/// The current row of a running query, valid only inside the closure that receives it.
///
/// Columns are numbered from zero. If a column has another type than the requested one, that is an error;
/// there are no default values.
@safe
public struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let columnCount: Int32
    private let sql: String

    @unsafe
    init(statement: OpaquePointer, columnCount: Int32, sql: String) {
        unsafe self.statement = statement
        self.columnCount = columnCount
        self.sql = sql
    }

    /// The integer in a column.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    public func int64(_ column: Int) throws -> Int64 {
        let value = unsafe try value(SQLITE_INTEGER, in: column)
        return unsafe sqlite3_value_int64(value)
    }

    /// The integer in a column, as the standard integer type.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else or does not fit.
    public func int(_ column: Int) throws -> Int {
        guard let number = Int(exactly: try int64(column)) else {
            throw mismatch("column \(column) does not fit into the integer type")
        }
        return number
    }

    /// The truth value in a column, stored as zero or one.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    public func bool(_ column: Int) throws -> Bool {
        switch try int64(column) {
        case 0: return false
        case 1: return true
        default: throw mismatch("column \(column) holds an integer other than zero and one")
        }
    }

    /// The real number in a column.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else, even an integer.
    public func double(_ column: Int) throws -> Double {
        let value = unsafe try value(SQLITE_FLOAT, in: column)
        return unsafe sqlite3_value_double(value)
    }

    /// The text in a column.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else or malformed UTF-8.
    /// - Complexity: O(*n*) in the length of the text.
    public func text(_ column: Int) throws -> String {
        _ = unsafe try value(SQLITE_TEXT, in: column)
        // Asking for the pointer before the length makes SQLite convert the value first.
        let start = unsafe sqlite3_column_text(statement, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        // Most texts are ASCII, which needs no validation.
        if unsafe bytes.allSatisfy({ $0 < 0x80 }) { return unsafe String(decoding: bytes, as: UTF8.self) }
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw mismatch("column \(column) holds malformed UTF-8")
        }
        return text
    }

    /// The bytes in a column.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/mismatch`` if it holds something else.
    /// - Complexity: O(*n*) in the number of bytes.
    public func blob(_ column: Int) throws -> [UInt8] {
        _ = unsafe try value(SQLITE_BLOB, in: column)
        let start = unsafe sqlite3_column_blob(statement, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The value of a column, of any type.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/range`` if there is no such column, and with
    ///   ``ResultCode/mismatch`` for malformed UTF-8.
    /// - Complexity: O(*n*) in the length of a text or blob.
    public func value(_ column: Int) throws -> SQLValue {
        switch unsafe sqlite3_value_type(try value(in: column)) {
        case SQLITE_INTEGER: .integer(try int64(column))
        case SQLITE_FLOAT: .real(try double(column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try blob(column))
        default: .null
        }
    }

    /// The type of a column that holds bytes.
    public enum ByteKind: Sendable {
        /// A text in UTF-8.
        case text
        /// Bytes.
        case blob
    }

    /// Reads a column without copying its bytes.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - read: Receives the bytes of a text or blob. The bytes of a text are not validated; the buffer is valid only during the call.
    /// - Returns: NULL or a number; `nil` if `read` received bytes.
    /// - Throws: ``SQLiteError`` with ``ResultCode/range`` if there is no such column, or what the closure throws.
    public func value(
        _ column: Int, withBytes read: (ByteKind, UnsafeRawBufferPointer) throws -> Void
    ) throws -> SQLValue? {
        let value = unsafe try value(in: column)
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(value))
        case SQLITE_TEXT:
            // Asking for the pointer before the length makes SQLite convert the value first.
            let start = unsafe sqlite3_value_text(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            unsafe try read(.text, UnsafeRawBufferPointer(start: start, count: count))
            return nil
        case SQLITE_BLOB:
            let start = unsafe sqlite3_value_blob(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            unsafe try read(.blob, UnsafeRawBufferPointer(start: start, count: count))
            return nil
        default: return .null
        }
    }

    /// Whether a column holds NULL.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/range`` if there is no such column.
    public func isNull(_ column: Int) throws -> Bool {
        unsafe sqlite3_value_type(try value(in: column)) == SQLITE_NULL
    }

    /// The value of a column, if it has the given storage class.
    @unsafe
    @inline(__always)
    private func value(_ wanted: Int32, in column: Int) throws -> OpaquePointer? {
        let value = unsafe try value(in: column)
        let found = unsafe sqlite3_value_type(value)
        guard found == wanted else {
            throw mismatch("column \(column) holds \(name(of: found)) instead of \(name(of: wanted))")
        }
        return unsafe value
    }

    /// The value of a column, without a copy.
    ///
    /// SQLite calls such a value unprotected: only the connection's thread may read it. Asking the statement
    /// for the type and then for the number would look up the column twice, and a starting program reads half
    /// a million numbers.
    @unsafe
    @inline(__always)
    private func value(in column: Int) throws -> OpaquePointer? {
        guard column >= 0, column < columnCount else {
            throw SQLiteError(code: .range, message: "there is no column \(column) in the row", sql: sql)
        }
        return unsafe sqlite3_column_value(statement, Int32(column))
    }

    private func mismatch(_ message: String) -> SQLiteError {
        SQLiteError(code: .mismatch, message: message, sql: sql)
    }
}

@available(*, unavailable)
extension Row: Sendable {}

private func name(of storageClass: Int32) -> String {
    switch storageClass {
    case SQLITE_INTEGER: "INTEGER"
    case SQLITE_FLOAT: "REAL"
    case SQLITE_TEXT: "TEXT"
    case SQLITE_BLOB: "BLOB"
    default: "NULL"
    }
}
