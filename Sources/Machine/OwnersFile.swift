import Foundation
package import Processes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A small text file that only its owner may read and write, and that is always whole.
package struct OwnersFile: Sendable {
    /// The path of the file.
    package let path: String

    /// Names a file; it need not exist.
    package init(_ path: String) { self.path = path }

    /// Why a file cannot be used.
    package typealias Failure = StateFolder.Failure

    /// The lines; none when there is no file.
    ///
    /// - Throws: ``Failure`` when it cannot be read, when it belongs to somebody else, or when others may write it.
    package func lines() throws(Failure) -> [String] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return [] }
            throw Failure(path: path, reason: lastSystemError())
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Failure(path: path, reason: "it belongs to somebody else, or others may write it")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(path: path, reason: "it cannot be read")
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Reads the lines, changes them, and writes them back; two programs that do so take turns.
    ///
    /// - Throws: ``Failure``.
    package func change(_ body: (inout [String]) -> Void) throws(Failure) {
        try StateFolder.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        let lock = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Failure(path: path + ".lock", reason: lastSystemError()) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else {
            throw Failure(path: path + ".lock", reason: lastSystemError())
        }
        var lines = try lines()
        let before = lines
        body(&lines)
        guard lines != before else { return }
        try PrivateFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
    }

    /// A value that changes whenever the file does; `nil` when there is no file.
    package var version: String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return "\(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_size)"
    }
}
