#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that one journal writes to, with its system calls.
///
/// It is locked against other journals while it exists; the system frees the lock when the process ends.
struct JournalFile: ~Copyable, Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file and locks it; the file is created if necessary.
    ///
    /// - Throws: ``JournalError/unavailable(path:reason:)`` and ``JournalError/inUse(path:)``.
    init(path: String) throws(JournalError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw Self.refusal(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse(path: path) : Self.refusal(path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Removes all bytes of the file.
    func empty() throws(JournalError) {
        guard ftruncate(descriptor, 0) == 0 else { throw Self.refusal(path) }
    }

    /// All bytes of the file.
    func read() throws(JournalError) -> [UInt8] {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw Self.refusal(path) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + done }, size - done, done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.refusal(path) }
            done += count
        }
        return bytes
    }

    /// Writes bytes at an offset; they are durable after ``synchronize()``.
    func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress.map { unsafe $0 + done }, bytes.count - done, offset + done
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.refusal(path) }
            done += count
        }
    }

    /// Returns when the written bytes survive a crash of the machine, as far as the system guarantees that.
    func synchronize() throws(JournalError) {
        guard fdatasync(descriptor) == 0 else { throw Self.refusal(path) }
    }

    /// Renames the file to another path; a file at that path is replaced.
    func rename(to other: String) throws(JournalError) {
        guard Self.renameFile(path, other) == 0 else { throw Self.refusal(other) }
        let folder = other.lastIndex(of: "/").map { String(other[...$0]) } ?? "."
        let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw Self.refusal(folder) }
        defer { close(opened) }
        // A name is durable only after its folder is.
        guard fsync(opened) == 0 else { throw Self.refusal(folder) }
    }

    private static func renameFile(_ path: String, _ other: String) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.rename(path, other)
        #elseif canImport(Musl)
            unsafe Musl.rename(path, other)
        #endif
    }

    private static func refusal(_ path: String) -> JournalError {
        .unavailable(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}
