public import Foundation

/// Recordings that are not part of the project; tests that need them are skipped where they are absent.
///
/// They are looked for in the folder that `VICINITY_RECORDINGS` names, else in a folder `data` or `shared/data` of the
/// project or of a folder above it.
public enum OutsideRecordings {
    /// Where they are; `nil` where there are none.
    public static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["VICINITY_RECORDINGS"] {
            return URL(filePath: path)
        }
        var ancestor = URL(filePath: #filePath).deletingLastPathComponent()
        while ancestor.path != "/" {
            for name in ["data", "shared/data"] {
                let folder = ancestor.appending(path: name)
                if FileManager.default.fileExists(atPath: folder.appending(path: "captures").path) {
                    return folder
                }
            }
            ancestor.deleteLastPathComponent()
        }
        return nil
    }()

    /// The path of a recording; `nil` when it is not there.
    public static func path(_ name: String) -> String? {
        guard let path = folder?.appending(path: name).path, FileManager.default.fileExists(atPath: path)
        else {
            return nil
        }
        return path
    }

    /// The content of a recording that is packed with gzip.
    public static func unpacked(_ name: String) throws -> [UInt8] {
        guard let path = path(name) else { throw CocoaError(.fileNoSuchFile) }
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "--decompress", "--stdout", path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        guard gzip.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return Array(data)
    }
}
