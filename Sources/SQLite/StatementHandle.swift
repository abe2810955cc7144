import CSQLite

/// Owns one compiled statement and finalises it.
@safe
struct StatementHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Compiles exactly one statement.
    init(sql: String, connection: borrowing DatabaseHandle) throws {
        var text = sql
        let compiled = try text.withUTF8 {
            unsafe try compile($0, sql: sql, connection: connection.pointer)
        }
        unsafe pointer = compiled
    }

    deinit { unsafe sqlite3_finalize(pointer) }
}

@unsafe
private func compile(
    _ text: UnsafeBufferPointer<UInt8>, sql: String, connection: OpaquePointer
) throws -> OpaquePointer {
    var compiled: OpaquePointer?
    var used = 0
    let code = unsafe text.withMemoryRebound(to: CChar.self) { characters in
        var rest: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
            connection, characters.baseAddress, Int32(clamping: characters.count),
            UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &rest)
        if let start = characters.baseAddress, let rest = unsafe rest { unsafe used = rest - start }
        return code
    }
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, connection: connection, sql: sql) }
    guard let statement = unsafe compiled else {
        throw SQLiteError(code: .misuse, message: "there is no statement in the text", sql: sql)
    }
    guard unsafe text[used...].allSatisfy(isBlank) else {
        unsafe sqlite3_finalize(statement)
        throw SQLiteError(code: .misuse, message: "there is more than one statement in the text", sql: sql)
    }
    return unsafe statement
}

private func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: ";"):
        true
    default: false
    }
}
