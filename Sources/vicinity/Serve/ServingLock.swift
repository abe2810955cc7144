import Glibc
import Synchronization

/// The right to serve a database, which one process at a time has.
///
/// The lock lies on the file itself, whatever path leads to it, beside SQLite's own locks, which are of another kind
/// (`fcntl`) and do not meet it. The system takes it back when the process ends, however it ends. Other commands do not
/// ask for it.
///
/// Closing the file takes SQLite's locks of this process with it, so release it after the database has been closed.
final class ServingLock: Sendable {
    /// Of the locked file; `nil` once the right was given back.
    private let descriptor: Mutex<Int32?>

    /// Takes the right, and makes the file, which is a database without tables then, when it is not there.
    ///
    /// - Throws: `CommandFailure` when another process has it, or the file cannot be opened.
    init(database path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandFailure(
                "The database \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(file)
            throw reason == EWOULDBLOCK
                ? CommandFailure("Another server serves the database \(path) already. Stop it first.")
                : CommandFailure(
                    "The database \(path) cannot be locked: \(String(cString: strerror(reason))).")
        }
        guard Self.isAt(path, file) else {
            close(file)
            throw CommandFailure("The database \(path) was replaced just now. Try again.")
        }
        descriptor = Mutex(file)
    }

    /// Whether another process has the right, as a server has while it serves.
    static func isTaken(database path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        // Shared, so that two that only ask do not meet.
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { release() }

    /// Whether an open file is the one at a path, which a restore may have replaced before the lock was there.
    private static func isAt(_ path: String, _ file: Int32) -> Bool {
        var (named, opened) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(file, &opened) == 0
            && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
    }

    /// Gives the right back.
    func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let file { close(file) }
    }
}
