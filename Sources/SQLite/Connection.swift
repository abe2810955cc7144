import CSQLite

/// Runs statements inside the transaction that ``Database`` opened.
///
/// A connection is lent to one job and must not be used after it. Each distinct SQL text is compiled once and
/// cached. So use constant texts, and pass everything that varies as arguments.
public final class Connection {
    private let handle: DatabaseHandle
    private var cache = StatementCache()
    private var committedActions: [@Sendable () -> Void] = []
    private var commitObserver: (@Sendable (Connection) -> Void)?
    private let isWritable: Bool
    private let path: String
    /// The file that was at the path when the connection was opened.
    private let fileIdentity: FileIdentity?
    /// The number of transactions that this connection has begun for writing; the same number in two jobs
    /// means the same transaction.
    public internal(set) var writingTransactions = 0
    /// The number of pages in the write-ahead log after this connection's last commit, after a call of
    /// ``watchLog()``.
    fileprivate(set) var logPageCount = 0
    /// Whether a statement that may write has run since this was last set to `false`.
    var hasWritten = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - isWritable: Whether the connection may write; then a missing file is created.
    ///   - gathersLog: Whether a writable connection coalesces what it writes to the log, as ``CoalescingFileSystem`` does.
    /// - Throws: ``SQLiteError`` when SQLite cannot open it.
    init(path: String, isWritable: Bool, gathersLog: Bool = true) throws {
        if isWritable, path != ":memory:" { unsafe csqlite_make_private_file(path) }
        let flags = isWritable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        // Connections that write get `synchronous=FULL` before their first transaction; if that fails, they
        // are not used.
        handle = try DatabaseHandle(path: path, flags: flags, gathersLog: isWritable && gathersLog)
        self.isWritable = isWritable
        self.path = path
        fileIdentity = FileIdentity(path: path)
    }

    /// The row identifier of the last row that this connection inserted, or zero.
    public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` of this connection changed.
    public var changedRows: Int { unsafe Int(sqlite3_changes64(handle.pointer)) }

    /// Runs an action once the transaction is durable, before the caller of the job continues.
    ///
    /// Actions run on the writer's queue in the order of the jobs, and delay the next transaction. An action
    /// is dropped when its job throws or when the transaction cannot be committed. Calling this in a read,
    /// which commits nothing, is a programmer error.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) {
        precondition(isWritable, "afterCommit was called in a read")
        committedActions.append(action)
    }

    /// Runs an action after each durable transaction, when all actions of ``afterCommit(_:)`` have run.
    ///
    /// It runs on the writer's queue, delays the next transaction, and replaces the previous action. It may read from the
    /// connection, between two transactions. Calling this in a read, which commits nothing, is a programmer error.
    public func afterEachCommit(_ action: @escaping @Sendable (Connection) -> Void) {
        precondition(isWritable, "afterEachCommit was called in a read")
        commitObserver = action
    }

    /// A compiled statement with its arguments; the caller returns it with `checkIn`.
    func checkOut(_ sql: String, _ arguments: [SQLValue]) throws -> Statement {
        let statement = try cache.checkOut(sql, connection: handle)
        if !statement.isReadOnly { hasWritten = true }
        do {
            try requireArgumentCount(Int32(arguments.count), of: statement)
            try statement.bind(arguments)
            return statement
        } catch {
            checkIn(statement)
            throw error
        }
    }

    /// Makes a statement ready for its next use.
    func checkIn(_ statement: Statement) {
        statement.reset()
        statement.isInUse = false
    }

    private func requireArgumentCount(_ count: Int32, of statement: Statement) throws {
        let wanted = statement.parameterCount
        guard count == wanted else {
            let message = "the statement has \(wanted) parameters, but \(count) arguments were given"
            throw SQLiteError(code: .range, message: message, sql: statement.sql)
        }
    }
}

@available(*, unavailable)
extension Connection: Sendable {}

extension Connection {
    /// Counts the log's pages, and replaces SQLite's automatic checkpoints.
    func watchLog() {
        // Not retained: SQLite calls only while this connection commits.
        unsafe _ = sqlite3_wal_hook(handle.pointer, noteLog, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Copies the log's pages that no reader uses to the database file, without waiting.
    ///
    /// The log is durable whether this succeeds or not.
    ///
    /// - Returns: The number of the log's pages that are in the database file now; `nil` when another
    ///   connection is copying them.
    /// - Throws: ``SQLiteError``.
    func checkpoint() throws -> Int? {
        var carried: Int32 = 0
        let code = unsafe sqlite3_wal_checkpoint_v2(
            handle.pointer, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &carried)
        if code & 0xFF == SQLITE_BUSY { return nil }
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, connection: handle.pointer) }
        return Int(carried)
    }

    /// Waits until the changes of checkpoints to the database file are on the disk.
    ///
    /// SQLite itself syncs the file only with a checkpoint that reaches the end of the log.
    ///
    /// - Throws: ``SQLiteError``.
    func syncFile() throws {
        let file = unsafe file
        guard let methods = unsafe file?.pointee.pMethods else {
            throw SQLiteError(code: .misuse, message: "the connection has no file")
        }
        let code = unsafe ResultCode(rawValue: methods.pointee.xSync(file, SQLITE_SYNC_NORMAL))
        guard code.rawValue == SQLITE_OK else { throw SQLiteError(code: code, message: code.generalMessage) }
    }

    /// The database file; `nil` if SQLite does not say.
    var file: UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = unsafe sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        return unsafe code == SQLITE_OK ? file : nil
    }
}

/// SQLite calls this on the writer's queue after each commit.
private func noteLog(
    _ context: UnsafeMutableRawPointer?, _: OpaquePointer?, _: UnsafePointer<CChar>?, _ pages: Int32
) -> Int32 {
    guard let context = unsafe context else { return SQLITE_OK }
    unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPageCount = Int(pages)
    return SQLITE_OK
}

extension Connection {
    /// Whether the open file and the open log are still those at the database's path.
    ///
    /// If they are not, written data is lost when the process ends.
    var isAtItsPath: Bool {
        FileIdentity(path: path) == fileIdentity && gatheredLog?.isAtItsPath != false
    }

    /// Writes the first page without changing it, so that the commit must reach the disk.
    ///
    /// - Throws: ``SQLiteError``.
    public func touch() throws {
        // SQLite writes the first page, even if the number is the same.
        try execute(script: "PRAGMA user_version = \(try schemaVersion())")
    }

    /// Reads the beginning of the file and of each table from the disk file instead of memory.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/notADatabase``, ``ResultCode/corrupt`` or
    ///   ``ResultCode/inputOutput`` when the file is damaged there. The check does not find damage elsewhere.
    /// - Complexity: O(*n*) in the number of tables.
    public func checkFile() throws {
        try checkMark()
        unsafe _ = sqlite3_db_release_memory(handle.pointer)
        for table in try all("SELECT name FROM sqlite_schema WHERE type = 'table'", row: { try $0.text(0) }) {
            // A name cannot be an argument; these names come from the schema.
            _ = try first("SELECT * FROM \"\(table)\" LIMIT 1") { try $0.value(0) }
        }
    }

    /// Checks that the file begins with the bytes of every SQLite file.
    ///
    /// SQLite itself may have the first page in memory or in the log.
    private func checkMark() throws {
        let mark = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: mark.count)
        let file = unsafe file
        guard let methods = unsafe file?.pointee.pMethods else {
            throw SQLiteError(code: .misuse, message: "the connection has no file")
        }
        let code = unsafe methods.pointee.xRead(file, &bytes, Int32(bytes.count), 0)
        guard code == SQLITE_OK, bytes == mark else {
            // A file that is too short (`SQLITE_IOERR_SHORT_READ`) is no database either.
            let isDamage = code == SQLITE_OK || code == SQLITE_IOERR | (2 << 8)
            let result = isDamage ? ResultCode.notADatabase : ResultCode(rawValue: code)
            throw SQLiteError(code: result, message: result.generalMessage)
        }
    }

    /// Runs several statements without arguments, such as a migration.
    ///
    /// - Throws: ``SQLiteError`` of the first statement that fails; the statements before it have taken
    ///   effect.
    public func execute(script: String) throws {
        guard !script.utf8.contains(0) else {
            throw SQLiteError(code: .misuse, message: "the script holds a zero byte")
        }
        hasWritten = true
        let code = unsafe sqlite3_exec(handle.pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError(code: code, connection: handle.pointer, sql: script)
        }
    }

    /// The file system that the connection was opened with; `nil` if SQLite does not say.
    var fileSystemName: String? {
        var system: UnsafeMutablePointer<sqlite3_vfs>?
        let code = unsafe sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_VFS_POINTER, &system)
        guard code == SQLITE_OK, let name = unsafe system?.pointee.zName else { return nil }
        return unsafe String(cString: name)
    }

    /// The buffered log of the connection; `nil` while no log is open, or if SQLite writes the log itself.
    var gatheredLog: CoalescedLog? {
        guard isWritable, CoalescingFileSystem.registeredName != nil else { return nil }
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = unsafe sqlite3_file_control(
            handle.pointer, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        return code == SQLITE_OK ? unsafe CoalescedLog.of(file) : nil
    }

    /// The number of syncs of the log by this connection.
    var logSyncCount: Int { gatheredLog?.syncCount ?? 0 }

    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

    /// How long a statement waits for a lock that another connection holds.
    func setBusyTimeout(milliseconds: Int32) { unsafe _ = sqlite3_busy_timeout(handle.pointer, milliseconds) }

    /// Fails where `COMMIT` would fail, while the error can still name the rows.
    func requireDeferredForeignKeysSatisfied() throws {
        var current: Int32 = 0
        var highest: Int32 = 0
        let code = unsafe sqlite3_db_status(
            handle.pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        guard code == SQLITE_OK, current == 0 else {
            throw SQLiteError(code: .constraintForeignKey, message: "FOREIGN KEY constraint failed")
        }
    }

    /// The number of statements between their first step and their reset.
    var busyStatementCount: Int {
        var count = 0
        var statement = unsafe sqlite3_next_stmt(handle.pointer, nil)
        while unsafe statement != nil {
            if unsafe sqlite3_stmt_busy(statement) != 0 { count += 1 }
            unsafe statement = sqlite3_next_stmt(handle.pointer, statement)
        }
        return count
    }
}

extension Connection {
    /// Begins to copy the file of this connection to another one's.
    func beginCopy(to target: Connection) throws -> CopyHandle {
        try CopyHandle(from: handle, to: target.handle)
    }
}

extension Connection {
    /// The number of actions, as a position to return to.
    var committedActionCount: Int { committedActions.count }

    /// Drops the actions that were added after a position.
    func dropCommittedActions(from count: Int) {
        committedActions.removeLast(committedActions.count - count)
    }

    /// Runs the actions of the transaction that was just committed.
    func runCommittedActions() {
        let actions = committedActions
        committedActions = []
        for action in actions { action() }
        commitObserver?(self)
    }
}
