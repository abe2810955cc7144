#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes files that only their owner may read, such as keys.
package enum PrivateFile {
    /// Writes a file in the place of an earlier one.
    ///
    /// A new file with its mode takes the place of the old one, so that the content is never open to others. It is on the
    /// disk before it does so: after a power cut there is the earlier file or this one, and always a whole one.
    ///
    /// - Throws: `StateFolder.Failure`; the earlier file is still there if the new one could not be written.
    package static func write(_ bytes: [UInt8], to path: String) throws(StateFolder.Failure) {
        let draft = path + ".new"
        // What an earlier try left behind; usually there is none.
        _ = unsafe unlink(draft)
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StateFolder.Failure(path: draft, reason: lastSystemError()) }
        defer { close(file) }
        guard append(bytes, to: file), fsync(file) == 0, unsafe rename(draft, path) == 0 else {
            throw StateFolder.Failure(path: path, reason: lastSystemError())
        }
        try synchronizeFolder(of: path)
    }

    private static func append(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Puts the new name of the file on the disk.
    private static func synchronizeFolder(of path: String) throws(StateFolder.Failure) {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        let directory = unsafe open(folder.isEmpty ? "/" : String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else {
            throw StateFolder.Failure(path: String(folder), reason: lastSystemError())
        }
        defer { close(directory) }
        // Some file systems, such as those of a network, have no such call for folders.
        guard fsync(directory) == 0 || errno == EINVAL else {
            throw StateFolder.Failure(path: String(folder), reason: lastSystemError())
        }
    }
}

// Outside the type, whose own `write` has the same name.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
