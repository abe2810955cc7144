import Foundation
package import Processes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The programs that an event starts (L70): a file in the person's state folder, one line of JSON for each monitor.
package struct BackgroundPrograms: Sendable {
    /// One monitor and how its program is started.
    package struct Entry: Hashable, Sendable, Codable {
        /// The path of the program's executable.
        package var executable: String
        /// The arguments with which it ran last, without its name.
        package var arguments: [String]
        /// The folder in which it ran.
        package var workingFolder: String
        /// The folder of its monitors' stores.
        package var stores: String
        /// The name of the monitor.
        package var monitor: String

        /// Describes a monitor of this program.
        package init(monitor: String, in stores: String) {
            executable = ThisProgram.path
            arguments = Array(CommandLine.arguments.dropFirst())
            workingFolder = FileManager.default.currentDirectoryPath
            self.stores = stores
            self.monitor = monitor
        }
    }

    private let file: OwnersFile

    /// The file `vicinity/background-programs` in the person's state folder.
    ///
    /// - Throws: `StateFolder.Failure` when there is no such folder.
    package init() throws(StateFolder.Failure) {
        self.init(at: try StateFolder.base() + "/vicinity/background-programs")
    }

    /// Another file.
    package init(at path: String) { file = OwnersFile(path) }

    /// A value that changes whenever a program registers or goes.
    package var version: String? { file.version }

    /// All entries; lines that make no sense are left out.
    ///
    /// - Throws: `StateFolder.Failure` when the file cannot be trusted: only its owner may decide what is started.
    package func entries() throws(StateFolder.Failure) -> [Entry] {
        try file.lines().compactMap(Entry.init(line:))
    }

    /// Registers monitors of a program; its other monitors stay registered, and all get its present arguments.
    ///
    /// - Throws: `StateFolder.Failure`.
    package func register(_ entries: [Entry]) throws(StateFolder.Failure) {
        guard let program = entries.first else { return }
        try file.change { lines in
            var others = lines.compactMap(Entry.init(line:))
            for place in others.indices where others[place].isOfProgram(program) {
                others[place].arguments = program.arguments
                others[place].workingFolder = program.workingFolder
            }
            let fresh = entries.filter { !others.contains($0) }
            lines = (others + fresh).compactMap(\.line)
        }
    }

    /// Removes all monitors of a program, which no event starts any more.
    ///
    /// - Throws: `StateFolder.Failure`.
    package func remove(program: String, in stores: String) throws(StateFolder.Failure) {
        guard file.version != nil else { return }
        try file.change { lines in
            lines.removeAll { line in
                guard let entry = Entry(line: line) else { return true }
                return entry.executable == program && entry.stores == stores
            }
        }
    }

    /// Removes entries.
    ///
    /// - Throws: `StateFolder.Failure`.
    package func remove(_ entries: Set<Entry>) throws(StateFolder.Failure) {
        try file.change { lines in
            lines.removeAll { Entry(line: $0).map(entries.contains) ?? true }
        }
    }
}

extension BackgroundPrograms.Entry {
    fileprivate init?(line: String) {
        guard let entry = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = entry
    }

    fileprivate var line: String? {
        let encoder = JSONEncoder()
        // The same entry is always the same line.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Whether it belongs to the same program as another one.
    package func isOfProgram(_ other: Self) -> Bool {
        executable == other.executable && stores == other.stores
    }

    /// Whether the executable is there.
    package var isPresent: Bool { unsafe access(executable, F_OK) == 0 }

    /// Whether the executable can be started: it belongs to the person or to the system, and nobody else may write it.
    package var isTrusted: Bool {
        var status = stat()
        guard unsafe stat(executable, &status) == 0, unsafe access(executable, X_OK) == 0 else {
            return false
        }
        let isOwned = status.st_uid == geteuid() || status.st_uid == 0
        return isOwned && status.st_mode & 0o022 == 0
    }
}
