import CSQLite

/// SQLite's file system with coalesced writes to the write-ahead log.
///
/// SQLite writes the header and the content of each page separately, so a batch of orders takes some hundred
/// system calls. This file system buffers a log's bytes until another connection must see them: until the log
/// is synced, read, measured, truncated or closed.
///
/// Only a connection with `synchronous=FULL` may use it. Other connections read up to the last commit. With
/// `FULL`, a commit is published after its sync, which writes the buffer even when it does not wait for the
/// disk. With a weaker setting, other connections would miss the buffered bytes.
enum CoalescingFileSystem {
    /// The name of the file system, which is registered on first use.
    ///
    /// The name is `nil`, which selects SQLite's own file system, when SQLite has none or refuses this one.
    static let registeredName: String? = {
        let name: StaticString = "vicinity-gathering"
        guard let original = unsafe sqlite3_vfs_find(nil) else { return nil }
        // Never freed: SQLite uses it until the process ends.
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe system.initialize(to: original.pointee)
        unsafe system.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        unsafe system.pointee.pNext = nil
        unsafe system.pointee.szOsFile = Int32(CoalescedLog.place + MemoryLayout<Int>.size)
        unsafe system.pointee.xOpen = openFile
        return unsafe sqlite3_vfs_register(system, 0) == SQLITE_OK ? name.description : nil
    }()
}

/// SQLite calls this on the thread that opens the connection or, for a log, first uses it.
private func openFile(
    _: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let system = unsafe sqlite3_vfs_find(nil), let file = unsafe file else { return SQLITE_CANTOPEN }
    let code = unsafe system.pointee.xOpen(system, path, file, flags, outFlags)
    if code == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0, let path = unsafe path {
        unsafe CoalescedLog.takeOver(file, path: String(cString: path))
    }
    return code
}
