import CSQLite

/// Owns SQLite's copying of one file to another and ends it.
@safe
struct CopyHandle: ~Copyable {
    private let pointer: OpaquePointer
    private let target: OpaquePointer

    /// Begins to copy; both connections must live as long as the handle.
    init(from source: borrowing DatabaseHandle, to target: borrowing DatabaseHandle) throws {
        unsafe self.target = target.pointer
        guard let pointer = unsafe sqlite3_backup_init(target.pointer, "main", source.pointer, "main") else {
            throw unsafe SQLiteError(code: sqlite3_errcode(target.pointer), connection: target.pointer)
        }
        unsafe self.pointer = pointer
    }

    /// How many pages the source has, as of the last step.
    var pageCount: Int { unsafe Int(sqlite3_backup_pagecount(pointer)) }

    /// How many pages are still to be copied, as of the last step.
    var remainingPageCount: Int { unsafe Int(sqlite3_backup_remaining(pointer)) }

    /// Copies some pages.
    ///
    /// - Returns: Whether all pages are copied.
    /// - Throws: ``SQLiteError``.
    func copy(pages: Int) throws -> Bool {
        let code = unsafe sqlite3_backup_step(pointer, Int32(clamping: pages))
        switch code {
        case SQLITE_DONE: return true
        case SQLITE_OK: return false
        default: throw unsafe SQLiteError(code: code, connection: target)
        }
    }

    deinit { unsafe _ = sqlite3_backup_finish(pointer) }
}
