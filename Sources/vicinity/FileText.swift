import Foundation

/// A file that was named on the command line, read once: a pipe cannot be read again.
struct NamedFile {
    /// As it was named.
    let path: String
    /// What is in it.
    let bytes: [UInt8]

    /// Reads the file.
    ///
    /// - Throws: ``CommandFailure`` with the reason.
    init(_ path: String) throws {
        self.path = path
        bytes = try FileText.bytes(path)
    }
}

/// Reads files that were named on the command line.
enum FileText {
    /// What a path of the command line is called in a message: `-` is standard input.
    static func name(_ path: String) -> String { path == "-" ? "Standard input" : path }

    /// The file's bytes.
    ///
    /// - Throws: ``CommandFailure`` with the reason, also for what is no file: it might never end.
    static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = try open(path)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        _ = try isRegularFile(descriptor, path)
        do { return try Array(file.readToEnd() ?? Data()) } catch {
            throw unreadable(path, String(cString: strerror(errno)))
        }
    }

    /// Opens a file; the caller closes the descriptor.
    ///
    /// - Throws: ``CommandFailure`` with the reason.
    static func open(_ path: String) throws -> Int32 {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        return descriptor
    }

    /// Whether an open file is a regular one, and not a pipe.
    ///
    /// - Throws: ``CommandFailure`` for a directory and for a device.
    static func isRegularFile(_ descriptor: Int32, _ path: String) throws -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw unreadable(path, String(cString: strerror(errno)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw unreadable(path, "it is a directory")
        case S_IFREG: return true
        case S_IFIFO: return false
        default: throw unreadable(path, "it is a device")
        }
    }

    /// What is in a folder, in the order of the names; nil for what is none.
    static func names(inFolder path: String) throws -> [String]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw CommandFailure("The folder \(path) cannot be read.")
        }
    }

    /// The file's text.
    static func read(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw CommandFailure("The file \(path) is not UTF-8.")
        }
        return text
    }

    private static func unreadable(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure("The file \(path) cannot be read: \(reason).")
    }
}
