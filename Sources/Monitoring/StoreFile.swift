#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file of a store before SQLite sees it.
enum StoreFile {
    /// SQLite takes what is shorter than its header for a file that it has just made.
    private static let shortest = 100

    /// Makes the file when it is missing, open to its owner alone, as the files that SQLite puts beside it will be.
    ///
    /// - Parameter wasMade: Whether a monitor has kept something in it before, so that an empty one has lost that.
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
        let isCut = status.st_size > 0 ? status.st_size < shortest : wasMade && !isNew
        if isCut { throw .storeDamaged(path: path, reason: "only \(status.st_size) bytes of it are left") }
    }
}
