import Cryptography
import Foundation

/// The digest of a backup, in a file beside it that `sha256sum -c` reads.
///
/// A database file has no checksums: SQLite finds a damaged page, but not a changed letter in a text. The digest shows every change.
enum BackupDigest {
    /// What a comparison found.
    enum Comparison: Equatable {
        case none
        case same
        case different
        case unreadable(String)
    }

    /// Where the digest of a backup is.
    static func path(of backup: String) -> String { backup + ".sha256" }

    /// Writes the digest of a backup beside it.
    static func write(for backup: String) throws {
        let line = try "\(digest(of: backup))  \((backup as NSString).lastPathComponent)\n"
        let target = path(of: backup)
        let partial = DatabaseFile.temporary(beside: target)
        unlink(partial)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("The file \(target) cannot be written: \(DatabaseFile.reason()).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(line.utf8))
            try handle.synchronize()
        } catch {
            unlink(partial)
            throw CommandFailure("The file \(target) cannot be written.")
        }
        try DatabaseFile.rename(partial, to: target)
    }

    /// Compares a backup with its digest.
    static func compare(_ backup: String) throws -> Comparison {
        guard DatabaseFile.exists(path(of: backup)) else { return .none }
        let words = try FileText.read(path(of: backup)).split(separator: " ")
        guard let kept = words.first, kept.utf8.count == SHA256.byteCount * 2 else {
            return .unreadable(path(of: backup))
        }
        return try digest(of: backup) == kept ? .same : .different
    }

    /// The digest in hexadecimal digits.
    private static func digest(of file: String) throws -> String {
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
            return Hexadecimal.encode(SHA256.digest(of: bytes))
        } catch {
            throw CommandFailure("The file \(file) cannot be read.")
        }
    }
}
