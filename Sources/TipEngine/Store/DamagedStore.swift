#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import Processes

/// Puts the file of a damaged store out of the way of a new one.
enum DamagedStore {
    /// How many copies are kept beside a store: a disk that goes on damaging it must not be filled with them.
    static let mostCopies = 9

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

    /// What came of the wish to put a file aside.
    enum Outcome: Equatable {
        /// It has another name now.
        case isMoved(String)
        /// Another process has been faster, and what lies at the path is another file.
        case isAnother
        /// Another process uses it, and would go on to write into what nobody reads any more.
        case isInUse
        /// There are as many copies as are kept, and none of them gives way.
        case hasNoRoom
    }

    /// Renames a file that this process has let go to the first name of a copy that is free.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - damaged: Which file was found to be damaged.
    /// - Returns: What came of it.
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func setAside(_ path: String, _ damaged: Identity) throws(TipKitError) -> Outcome {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .isAnother }
            throw .datastoreUnavailable(lastSystemError())
        }
        defer { close(descriptor) }
        // Whoever waits here for another process finds afterwards that the path leads to another file.
        guard flock(descriptor, LOCK_EX) == 0 else { throw .datastoreUnavailable(lastSystemError()) }
        guard Identity(path) == damaged else { return .isAnother }
        guard let slots = FreeSlots(path) else { return .isInUse }
        defer { slots.close() }
        guard let copy = try freeCopy(of: path) else { return .hasNoRoom }
        try move(path, to: copy)
        return .isMoved(copy)
    }

    /// Renames a file with its log, or leaves all where it was and the name of the copy free.
    private static func move(_ path: String, to copy: String) throws(TipKitError) {
        var moved: [String] = []
        // The log first: beside a new file it would be taken for the new one's.
        for part in ["-wal", "-shm", ""] {
            if rename(path + part, copy + part) == 0 {
                moved.append(part)
                continue
            }
            guard errno == ENOENT, !part.isEmpty else {
                let reason = lastSystemError()
                for part in moved { rename(copy + part, path + part) }
                // An empty file would count as a copy, and there are only so many.
                unlink(copy)
                throw .datastoreUnavailable(reason)
            }
            // That of a copy which somebody has removed would be taken for this one's.
            unlink(copy + part)
        }
    }

    /// The first name of a copy that nothing has, held by an empty file, so that no other process takes it: renaming replaces
    /// what is there without a word.
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
