import Foundation
import Formats

/// Recordings that are not part of the project; tests that need them are skipped where they are absent.
///
/// They are looked for in `VICINITY_RECORDINGS`, else in a folder `data` or `shared/data` of the project or of a folder
/// above it.
enum OutsideRecordings {
    static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["VICINITY_RECORDINGS"] {
            return URL(filePath: path)
        }
        var ancestor = root
        while ancestor.path != "/" {
            for name in ["data", "shared/data"] {
                let folder = ancestor.appending(path: name)
                let captures = folder.appending(path: "captures").path
                if FileManager.default.fileExists(atPath: captures) { return folder }
            }
            ancestor.deleteLastPathComponent()
        }
        return nil
    }()

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func bytes(_ name: String) -> [UInt8]? {
        folder.flatMap { FileManager.default.contents(atPath: $0.appending(path: name).path) }.map {
            Array($0)
        }
    }

    /// The content of a file that is packed with gzip.
    static func unpacked(_ name: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "--decompress", "--stdout", folder.appending(path: name).path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        return Array(data)
    }
}
