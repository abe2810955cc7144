import CSQLite

/// Owns SQLite's connection object and closes it.
@safe
struct DatabaseHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - flags: SQLite's flags for opening.
    ///   - gathersLog: Whether the connection insists on `synchronous=FULL`, which ``CoalescingFileSystem``
    ///     requires.
    /// - Throws: ``SQLiteError`` when SQLite cannot open it.
    init(path: String, flags: Int32, gathersLog: Bool) throws {
        _ = stoppedCountingMemory
        var opened: OpaquePointer?
        // The connection stays on one queue, so SQLite's own mutexes are unnecessary.
        let allFlags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let system = gathersLog ? CoalescingFileSystem.registeredName : nil
        let code = unsafe sqlite3_open_v2(path, &opened, allFlags, system)
        guard code == SQLITE_OK, let connection = unsafe opened else {
            let error = unsafe SQLiteError(code: code, connection: opened)
            // SQLite returns an object even when opening failed; closing a null pointer does nothing.
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe pointer = connection
    }

    // Version 2 also waits for statements that are finalised later, so the order of destruction does not
    // matter.
    deinit { unsafe sqlite3_close_v2(pointer) }
}

/// Must be set before SQLite is first used; later, SQLite refuses it, which only costs time.
private let stoppedCountingMemory = csqlite_stop_counting_memory() == SQLITE_OK

extension SQLiteError {
    /// Makes an error from the code and message of the connection's last failure.
    @unsafe
    init(code: Int32, connection: OpaquePointer?, sql: String? = nil) {
        let extended = unsafe connection.map { unsafe sqlite3_extended_errcode($0) } ?? code
        // Another call may have replaced the connection's last failure; its message would be wrong here.
        let matches = extended & 0xFF == code & 0xFF
        let resultCode = ResultCode(rawValue: matches ? extended : code)
        let text = unsafe connection.flatMap { unsafe sqlite3_errmsg($0) }
        let message = unsafe text.map { unsafe String(cString: $0) }
        self.init(
            code: resultCode,
            message: matches ? message ?? resultCode.generalMessage : resultCode.generalMessage, sql: sql)
    }
}
