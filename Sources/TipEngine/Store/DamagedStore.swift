#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Puts the file of a damaged store out of the way of a new one.
enum DamagedStore {
    private static let ending = "-damaged"

    /// Which file it is, whatever its name.
    struct Identity: Equatable, Sendable {
        private let device: UInt64
        private let number: UInt64

        /// Looks at what lies at a path; `nil` where nothing does.
        init?(_ path: String) {
            var found = stat()
            guard stat(path, &found) == 0 else { return nil }
            device = UInt64(found.st_dev)
            number = UInt64(found.st_ino)
        }
    }

    /// Renames a file that this process has let go; an earlier one that was put there gives way to it.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - damaged: Which file was found to be damaged.
    /// - Returns: Where it is now; `nil` when another process has been faster, and what lies at the path is another one.
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func setAside(_ path: String, _ damaged: Identity) throws(TipKitError) -> String? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .datastoreUnavailable(lastSystemError())
        }
        defer { close(descriptor) }
        // Whoever waits here for another process finds afterwards that the path leads to another file.
        guard flock(descriptor, LOCK_EX) == 0 else { throw .datastoreUnavailable(lastSystemError()) }
        guard Identity(path) == damaged else { return nil }
        // The log first: beside a new file it would be taken for the new one's.
        for part in ["-wal", "-shm", ""] {
            let outcome = rename(path + part, path + ending + part)
            guard outcome == 0 || (errno == ENOENT && !part.isEmpty) else {
                throw .datastoreUnavailable(lastSystemError())
            }
        }
        return path + ending
    }
}
