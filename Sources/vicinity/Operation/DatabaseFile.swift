import Foundation

/// What commands do with the file of a database and its neighbours, beside SQLite.
enum DatabaseFile {
    /// What SQLite puts beside a file that is open.
    static let companions = ["-wal", "-shm"]

    /// Whether something is at a path.
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether two paths lead to one file.
    static func areSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// The length in bytes; 0 when there is no file.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// A name beside a file that nobody else uses, for what is not complete yet.
    static func temporary(beside path: String) -> String {
        "\(folder(of: path))/.\((path as NSString).lastPathComponent).partial-\(getpid())"
    }

    /// Removes a file and what SQLite left beside it, where they are there.
    static func remove(_ path: String) {
        for end in [""] + companions { unlink(path + end) }
    }

    /// Gives a file the name of another, which it replaces in one step.
    static func rename(_ path: String, to other: String) throws {
        guard Glibc.rename(path, other) == 0 else {
            throw CommandFailure("The file \(other) cannot be written: \(reason()).")
        }
    }

    /// Gives a file a second name, or its only one where the file system knows no second names.
    static func keep(_ path: String, as other: String) throws {
        if link(path, other) == 0 { return }
        guard errno != EEXIST else { throw CommandFailure("The file \(other) is there already.") }
        try rename(path, to: other)
    }

    /// Waits until the names in the folder of a file are on the disk.
    static func syncFolder(of path: String) throws {
        let folder = open(self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw unsynced(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw unsynced(path) }
    }

    /// How many bytes this user can still write to the disk of a folder; `nil` when the system does not say.
    static func freeBytes(inFolder folder: String) -> Int64? {
        var status = statvfs()
        // A folder that is to be made will be on the disk of the one that it is in.
        var existing = folder
        while !exists(existing), existing != self.folder(of: existing) {
            existing = self.folder(of: existing)
        }
        guard statvfs(existing, &status) == 0 else { return nil }
        return Int64(clamping: status.f_bavail) * Int64(clamping: status.f_frsize)
    }

    /// Refuses to begin what the disk has no room for.
    static func requireRoom(for bytes: Int64, inFolderOf path: String) throws {
        guard let free = freeBytes(inFolder: folder(of: path)), free < bytes else { return }
        throw CommandFailure(
            "The copy needs \(ByteCount.text(bytes)), but the disk of \(path) has only \(ByteCount.text(free)) left."
        )
    }

    /// The system's last reason, as a sentence without an end.
    static func reason() -> String { String(cString: strerror(errno)) }

    private static func unsynced(_ path: String) -> CommandFailure {
        CommandFailure("The folder of \(path) cannot be synced: \(reason()).")
    }
}

/// A number of bytes as people read it.
enum ByteCount {
    /// In as large a unit as it fills, such as `1.2 GB`.
    static func text(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 999.5, unit + 1 < units.count { (value, unit) = (value / 1_000, unit + 1) }
        let digits = unit == 0 || value >= 99.5 ? 0 : 1
        return String(format: "%.\(digits)f", value) + " " + units[unit]
    }
}
