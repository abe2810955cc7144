import Foundation
import WorkplaceAPI

extension WebFiles {
    /// Reads the folder of the pages into memory, tests left out.
    init(readingFolder folder: String) throws {
        var files: [String: [UInt8]] = [:]
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        for part in [
            "core", "pages", "parts", "elements", "models", "helpers", "styles", "images", "locales",
            "tips",
        ] {
            guard
                let paths = try? FileManager.default.subpathsOfDirectory(
                    atPath: root.appending(path: part).path)
            else {
                throw CommandFailure(
                    "The folder \(folder) is not that of the pages: it has no \(part).", exitCode: 2)
            }
            for path in paths.map({ "\(part)/\($0)" }) {
                let url = root.appending(path: path)
                guard !url.hasDirectoryPath, !path.hasSuffix(".pot") else { continue }
                files[path] = try FileText.bytes(url.path)
            }
        }
        self.init(files)
    }
}
