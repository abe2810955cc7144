import CSQLite

/// SQLite's file system, but that the writes to a write-ahead log are gathered into few large ones.
///
/// SQLite hands over the header and the content of each page by themselves, which is some hundred calls of the system
/// for a batch of orders. Here a log's bytes are kept until another connection must see them: until the log is synced, read,
/// measured, cut off or closed. Other connections read no further than the last commit, and at `synchronous=FULL` a
/// commit is published after its sync, which hands the bytes to the system even when it does not wait for the disk; with less they would miss what is kept, so that only a connection that insists
/// on `FULL` may use this.
enum CoalescingFileSystem {
    /// The name of the file system, which is registered when this is first asked for.
    ///
    /// It is `nil`, which stands for SQLite's own one, when SQLite has none or refuses another.
    static let registeredName: String? = {
        let name: StaticString = "vicinity-gathering"
        guard let original = unsafe sqlite3_vfs_find(nil) else { return nil }
        // Never given back: SQLite looks at it until the process ends.
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
