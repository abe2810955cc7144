#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Processes

/// The number of a process among the processes that share a store, held by a lock on a file (TD17).
///
/// The system frees the lock when the process ends, in any way.
struct ProcessSlot: ~Copyable, Sendable {
    /// The number.
    let number: UInt8
    private let descriptor: Int32

    /// Takes the first free number.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    init(path: String) throws(TipKitError) {
        for number in 0...UInt8.max {
            // Close on exec: a program that this process starts would otherwise keep the lock.
            let opened = open("\(path)-process-\(number)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard opened >= 0 else { throw .datastoreUnavailable(lastSystemError()) }
            if flock(opened, LOCK_EX | LOCK_NB) == 0 {
                self.number = number
                descriptor = opened
                return
            }
            close(opened)
        }
        throw .datastoreUnavailable("256 processes have it open")
    }

    deinit {
        // A process that is just starting has a copy of the descriptor for a moment, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// All locks of processes on a store, while no process uses it.
struct FreeSlots {
    private var descriptors: [Int32] = []

    /// Takes all locks; `nil` when a process holds one.
    init?(_ path: String) {
        for number in 0...UInt8.max {
            let descriptor = open("\(path)-process-\(number)", O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            descriptors.append(descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close()
                return nil
            }
        }
    }

    /// Frees the locks.
    func close() {
        for descriptor in descriptors { _ = systemClose(descriptor) }
    }
}

/// The system's `close`, for a type with its own `close`.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
