import CSQLite

/// Buffers the bytes of a log that are not yet written to the file.
///
/// It replaces a few methods of the file. SQLite calls them on the connection's queue, one at a time. The
/// file's memory ends with a reference to the buffer; ``takeOver(_:)`` retains it, and closing the file
/// releases it.
@safe
final class CoalescedLog {
    /// Room for thirty pages; a longer commit takes several writes.
    ///
    /// SQLite's own file system uses only the lowest 17 bits of a length.
    private static let capacity = 124 * 1024
    /// The offset of the reference in a file's memory, after the memory of SQLite's own file system.
    static let place: Int = {
        guard let system = unsafe sqlite3_vfs_find(nil) else { return 0 }
        let size = unsafe Int(system.pointee.szOsFile)
        let alignment = MemoryLayout<Int>.alignment
        return (size + alignment - 1) / alignment * alignment
    }()

    private let original: UnsafePointer<sqlite3_io_methods>
    private let methods: UnsafeMutablePointer<sqlite3_io_methods>
    private let bytes: UnsafeMutableRawBufferPointer
    private let path: String
    /// The file that was at the path when the log was opened.
    private let identity: FileIdentity?
    private var start: sqlite3_int64 = 0
    private var count = 0
    /// Whether a sync waits for the disk; if not, it only writes the buffer.
    ///
    /// Code that sets it to `false` sets it back after one commit.
    var waitsForDisk = true
    /// The number of syncs of the log.
    private(set) var syncCount = 0
    /// Runs after each sync, within the commit; for tests.
    var afterSync: (() -> Void)?

    @unsafe
    private init(original: UnsafePointer<sqlite3_io_methods>, path: String) {
        self.path = path
        identity = FileIdentity(path: path)
        unsafe self.original = unsafe original
        unsafe methods = .allocate(capacity: 1)
        unsafe methods.initialize(to: original.pointee)
        unsafe bytes = .allocate(byteCount: Self.capacity, alignment: 16)
        unsafe methods.pointee.xClose = closeLog
        unsafe methods.pointee.xRead = readLog
        unsafe methods.pointee.xWrite = writeLog
        unsafe methods.pointee.xTruncate = truncateLog
        unsafe methods.pointee.xSync = syncLog
        unsafe methods.pointee.xFileSize = measureLog
    }

    deinit {
        unsafe methods.deallocate()
        unsafe bytes.deallocate()
    }

    /// Installs itself in front of an open log.
    @unsafe
    static func takeOver(_ file: UnsafeMutablePointer<sqlite3_file>, path: String) {
        guard let original = unsafe file.pointee.pMethods else { return }
        let log = unsafe CoalescedLog(original: original, path: path)
        unsafe reference(in: file).pointee = Unmanaged.passRetained(log).toOpaque()
        unsafe file.pointee.pMethods = UnsafePointer(log.methods)
    }

    /// Whether the open log is still the one at its path.
    var isAtItsPath: Bool { FileIdentity(path: path) == identity }

    /// The buffer in front of a file, if the file was taken over.
    @unsafe
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CoalescedLog? {
        guard let file = unsafe file, let raw = unsafe reference(in: file).pointee else { return nil }
        return unsafe Unmanaged<CoalescedLog>.fromOpaque(raw).takeUnretainedValue()
    }

    @unsafe
    private static func reference(
        in file: UnsafeMutablePointer<sqlite3_file>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        unsafe (UnsafeMutableRawPointer(file) + place).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    /// Appends bytes that continue the buffer; any other write flushes the buffer first.
    @unsafe
    fileprivate func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ source: UnsafeRawBufferPointer,
        at offset: sqlite3_int64
    ) -> Int32 {
        if unsafe offset != start + sqlite3_int64(count) || count + source.count > bytes.count {
            let code = unsafe handOver(file)
            guard code == SQLITE_OK else { return code }
            start = offset
        }
        guard unsafe source.count <= bytes.count else {
            return unsafe original.pointee.xWrite(file, source.baseAddress, Int32(source.count), offset)
        }
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: source)
        count += source.count
        return SQLITE_OK
    }

    /// Writes the buffer to the file.
    ///
    /// A failure drops the buffer, because SQLite rolls back the transaction that wrote it.
    @unsafe
    private func handOver(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard count > 0 else { return SQLITE_OK }
        defer { count = 0 }
        return unsafe original.pointee.xWrite(file, bytes.baseAddress, Int32(count), start)
    }

    /// Writes the buffer, then runs a body on the complete log.
    @unsafe
    fileprivate func whole(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (sqlite3_io_methods) -> Int32
    ) -> Int32 {
        let code = unsafe handOver(file)
        return code == SQLITE_OK ? unsafe body(original.pointee) : code
    }

    /// Writes the buffer and waits for the disk if required.
    ///
    /// A new header of the log always reaches the disk before the frames after it. Otherwise, after a power
    /// failure, frames of the previous log could pass for frames of this one.
    @unsafe
    fileprivate func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
        let holdsHeader = count > 0 && start == 0
        let code = unsafe handOver(file)
        guard code == SQLITE_OK, waitsForDisk || holdsHeader else { return code }
        syncCount += 1
        defer { afterSync?() }
        return unsafe original.pointee.xSync(file, flags)
    }

    /// Closes the log and releases itself.
    @unsafe
    fileprivate func close(_ file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
        let kept = unsafe handOver(file)
        let closed = unsafe original.pointee.xClose(file)
        let reference = unsafe Self.reference(in: file)
        if let raw = unsafe reference.pointee { unsafe Unmanaged<CoalescedLog>.fromOpaque(raw).release() }
        unsafe reference.pointee = nil
        return kept == SQLITE_OK ? closed : kept
    }
}

// SQLite calls these on the connection's queue.

private func closeLog(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let file = unsafe file, let log = unsafe CoalescedLog.of(file) else { return SQLITE_MISUSE }
    return unsafe log.close(file)
}

private func readLog(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ target: UnsafeMutableRawPointer?, _ count: Int32,
    _ offset: sqlite3_int64
) -> Int32 {
    unsafe CoalescedLog.of(file)?.whole(file) { unsafe $0.xRead(file, target, count, offset) }
        ?? SQLITE_MISUSE
}

private func writeLog(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ source: UnsafeRawPointer?, _ count: Int32,
    _ offset: sqlite3_int64
) -> Int32 {
    let source = unsafe UnsafeRawBufferPointer(start: source, count: Int(count))
    return unsafe CoalescedLog.of(file)?.write(file, source, at: offset) ?? SQLITE_MISUSE
}

private func truncateLog(_ file: UnsafeMutablePointer<sqlite3_file>?, _ size: sqlite3_int64) -> Int32 {
    unsafe CoalescedLog.of(file)?.whole(file) { unsafe $0.xTruncate(file, size) } ?? SQLITE_MISUSE
}

private func syncLog(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
    unsafe CoalescedLog.of(file)?.sync(file, flags) ?? SQLITE_MISUSE
}

private func measureLog(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ size: UnsafeMutablePointer<sqlite3_int64>?
) -> Int32 {
    unsafe CoalescedLog.of(file)?.whole(file) { unsafe $0.xFileSize(file, size) } ?? SQLITE_MISUSE
}
