#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Processes

/// The file of a store before SQLite sees it.
enum StoreFile {
    /// The size of SQLite's header; SQLite treats a shorter file as a new one.
    private static let shortest = 100
    /// The offset of the page size in the header: two bytes, the most significant first.
    private static let pageSizeOffset = 16

    /// Creates the file when it is missing, and lets only its owner read and write it.
    ///
    /// SQLite gives the files that it puts beside it the same permissions.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - wasMade: Whether a monitor has stored something in it before; then an empty file has lost data.
    /// - Throws: ``MonitorError/storeUnavailable(path:reason:)``, and ``MonitorError/storeDamaged(path:reason:)`` for a
    ///   file that was cut to nearly nothing.
    static func prepare(_ path: String, wasMade: Bool) throws(MonitorError) {
        let isNew = unsafe access(path, F_OK) != 0
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storeUnavailable(path: path, reason: lastSystemError()) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, fchmod(descriptor, 0o600) == 0 else {
            throw .storeUnavailable(path: path, reason: lastSystemError())
        }
        let isCut = status.st_size > 0 ? isTorn(descriptor, status.st_size, path) : wasMade && !isNew
        if isCut { throw .storeDamaged(path: path, reason: "only \(status.st_size) bytes of it are left") }
    }

    /// Whether the file ends within its header or a page; SQLite would read the missing bytes as zeros.
    ///
    /// A file with a write-ahead log beside it may end within a page: its last checkpoint was interrupted,
    /// and SQLite repeats it.
    private static func isTorn(_ descriptor: Int32, _ size: Int, _ path: String) -> Bool {
        var pageSize: [UInt8] = [0, 0]
        let count = unsafe pread(descriptor, &pageSize, pageSize.count, pageSizeOffset)
        guard size >= shortest, count == pageSize.count else { return true }
        let length = Int(pageSize[0]) << 8 | Int(pageSize[1])
        // 1 stands for the largest size, which does not fit into two bytes.
        let page = length == 1 ? 65_536 : length
        return unsafe page == 0 || (size % page != 0 && access(path + "-wal", F_OK) != 0)
    }
}
