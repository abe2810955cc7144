import Foundation
import WorkplaceAPI

extension WebFiles {
    /// What the folder of the pages has besides the slices.
    private static let requiredFolders = ["Shared", "core", "images", "locales"]

    /// Reads the folder of the pages into memory.
    ///
    /// - Throws: `CommandFailure` when it is another folder; other errors when a file cannot be read.
    init(readingFolder folder: String) throws {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        for name in Self.requiredFolders
        where !FileManager.default.fileExists(atPath: root.appending(path: name).path) {
            throw CommandFailure(
                "The folder \(folder) does not hold the pages: it has no \(name).", exitCode: 2)
        }
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let url = root.appending(path: path)
            let isHidden = url.lastPathComponent.hasPrefix(".")
            let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
            guard !isFolder, !isHidden, !path.hasSuffix(".pot") else { continue }
            files[path] = try FileText.bytes(url.path)
        }
        self.init(files)
    }
}
