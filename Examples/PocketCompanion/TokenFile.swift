import Companion
import Foundation

/// The token in a file that only its owner can read; on a phone, the keychain has it.
struct TokenFile {
    let path: String

    var token: String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    func keep(_ token: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CompanionFailure.folderUnusable(path) }
    }

    func remove() {
        // It is there, as the session came from it.
        try? FileManager.default.removeItem(atPath: path)
    }
}
