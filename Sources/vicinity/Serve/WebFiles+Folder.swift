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
            let isHidden = path.split(separator: "/").last?.hasPrefix(".") ?? true
            guard !isHidden, !path.hasSuffix(".pot") else { continue }
            let file = "\(root.path)/\(path)"
            // Not the resource values of a URL, which took longer than reading the files.
            var status = stat()
            let isFolder = lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            if !isFolder { files[path] = try FileText.bytes(file) }
        }
        self.init(files)
    }
}
