#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Processes

/// Holds a lock on a file while it exists, against this process and others (LD5).
///
/// The system frees the lock when the process ends, however it ends.
struct StoreLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once when another process or monitor holds it.
    ///
    /// - Throws: ``MonitorError/alreadyOpen(_:)`` and ``MonitorError/storeUnavailable(path:reason:)``.
    init(path: String, name: String) throws(MonitorError) {
        descriptor = try Self.locked(path: path, name: name)
    }

    deinit {
        // A process that is being started has a copy of the descriptor for a moment, which would keep the
        // lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether a store was created beside the lock before; then an empty store has lost data.
    var isMarked: Bool { lseek(descriptor, 0, SEEK_END) > 0 }

    /// Records that a store now exists: the lock file gets a byte.
    ///
    /// - Returns: Whether that succeeded; without the byte, an emptied store counts as new.
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
