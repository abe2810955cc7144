import Foundation

/// Reads files that were named on the command line.
enum FileText {
    /// The file's bytes.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("The file \(path) cannot be read.")
        }
        return Array(data)
    }

    /// What is in a folder, in the order of the names; nil for what is none.
    static func names(inFolder path: String) -> [String]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            return nil
        }
    }

    /// The file's text.
    static func read(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw CommandFailure("The file \(path) is not UTF-8.")
        }
        return text
    }
}
