#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Processes

/// Renames the file of a damaged store, so that a new file can replace it.
enum DamagedStore {
    /// The most copies beside a store: a failing disk must not fill up with copies.
    static let mostCopies = 9

    /// The identity of a file, under any name.
    struct Identity: Equatable, Sendable {
        private let device: UInt64
        private let number: UInt64

        /// Reads the identity of the file at a path; `nil` without a file.
        init?(_ path: String) {
            var found = stat()
            guard stat(path, &found) == 0 else { return nil }
            device = UInt64(found.st_dev)
            number = UInt64(found.st_ino)
        }
    }

    /// The result of setting a file aside.
    enum Outcome: Equatable {
        /// The file has another name now.
        case isMoved(String)
        /// Another process was faster, and the path has another file.
        case isAnother
        /// Another process uses the file, and would go on writing to it.
        case isInUse
        /// There are too many copies; none is overwritten.
        case hasNoRoom
    }

    /// Renames a closed file to the first free name of a copy.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - damaged: The identity of the damaged file.
    /// - Returns: The result.
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func setAside(_ path: String, _ damaged: Identity) throws(TipKitError) -> Outcome {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .isAnother }
            throw .datastoreUnavailable(lastSystemError())
        }
        defer { close(descriptor) }
        // After the wait for another process, the path may lead to another file.
        guard flock(descriptor, LOCK_EX) == 0 else { throw .datastoreUnavailable(lastSystemError()) }
        guard Identity(path) == damaged else { return .isAnother }
        guard let slots = FreeSlots(path) else { return .isInUse }
        defer { slots.close() }
        guard let copy = try freeCopy(of: path) else { return .hasNoRoom }
        try move(path, to: copy)
        return .isMoved(copy)
    }

    /// Renames a file with its log, or changes nothing and frees the name of the copy.
    private static func move(_ path: String, to copy: String) throws(TipKitError) {
        var moved: [String] = []
        // The log comes first: otherwise a new file could be opened with the old log.
        for part in ["-wal", "-shm", ""] {
            if rename(path + part, copy + part) == 0 {
                moved.append(part)
                continue
            }
            guard errno == ENOENT, !part.isEmpty else {
                let reason = lastSystemError()
                for part in moved { rename(copy + part, path + part) }
                // An empty file would count as a copy, and copies are limited.
                unlink(copy)
                throw .datastoreUnavailable(reason)
            }
            // A remaining log of a removed copy would count as the log of this copy.
            unlink(copy + part)
        }
    }

    /// The first free name of a copy, reserved with an empty file.
    ///
    /// Another process could otherwise take the same name, and renaming replaces an existing file.
    private static func freeCopy(of path: String) throws(TipKitError) -> String? {
        for number in 1...mostCopies {
            let copy = path + "-damaged" + (number == 1 ? "" : "-\(number)")
            let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                close(descriptor)
                return copy
            }
            guard errno == EEXIST else { throw .datastoreUnavailable(lastSystemError()) }
        }
        return nil
    }
}
