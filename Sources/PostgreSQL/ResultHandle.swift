import CPostgreSQL

/// Owns the result of one statement.
@safe
final class ResultHandle {
    let pointer: OpaquePointer
    let columnCount: Int32
    let rowCount: Int32

    @unsafe
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
        columnCount = unsafe PQnfields(pointer)
        rowCount = unsafe PQntuples(pointer)
    }

    deinit { unsafe PQclear(pointer) }

    /// The command and its count, such as `SELECT 3`.
    var command: String {
        guard let command = unsafe PQcmdStatus(pointer) else { return "" }
        return unsafe String(cString: command)
    }

    /// The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed; `nil` for another statement.
    var changedRows: Int? {
        guard let text = unsafe PQcmdTuples(pointer), !command.hasPrefix("SELECT") else { return nil }
        return unsafe Int(String(cString: text))
    }
}
