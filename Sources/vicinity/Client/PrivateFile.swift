import Foundation

/// Writes files with secrets.
enum PrivateFile {
    /// Writes a file that only its owner may read, in the place of an earlier one.
    ///
    /// A new file with its mode takes the place of the old one, so that the content is never open to others.
    ///
    /// - Returns: Whether it could be written; otherwise the earlier file is still there.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let partial = path + ".new"
        return FileManager.default.createFile(
            atPath: partial, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            && rename(partial, path) == 0
    }
}
