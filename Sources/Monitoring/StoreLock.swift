#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Processes

/// Holds a lock on a file for as long as it lives, against this process and others (LD5).
///
/// The system frees the lock when the process ends, however it ends.
struct StoreLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once when another process or monitor has it.
    ///
    /// - Throws: ``MonitorError/alreadyOpen(_:)`` and ``MonitorError/storeUnavailable(path:reason:)``.
    init(path: String, name: String) throws(MonitorError) {
        descriptor = try Self.locked(path: path, name: name)
    }

    deinit {
        // A process that is being started has a copy of the descriptor for a moment, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether a store has been made beside the lock; an empty store has lost something then.
    var isMarked: Bool { lseek(descriptor, 0, SEEK_END) > 0 }

    /// Notes that there is a store now: the file of the lock gets a byte.
    ///
    /// - Returns: Whether it did; without the note, an emptied store counts as new.
    @discardableResult
    func mark() -> Bool { ftruncate(descriptor, 1) == 0 }

    private static func locked(path: String, name: String) throws(MonitorError) -> Int32 {
        // Not inherited by programs that this process starts, which would otherwise keep the lock.
        let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .storeUnavailable(path: path, reason: lastSystemError()) }
        if flock(opened, LOCK_EX | LOCK_NB) == 0 { return opened }
        let refusal: MonitorError =
            errno == EWOULDBLOCK
            ? .alreadyOpen(name) : .storeUnavailable(path: path, reason: lastSystemError())
        close(opened)
        throw refusal
    }
}
