import Foundation
import Machine
import Processes
import Testing

@Suite struct BackgroundProgramsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var programs: BackgroundPrograms { BackgroundPrograms(at: folder + "/background-programs") }

    private func entry(_ monitor: String, arguments: [String] = []) -> BackgroundPrograms.Entry {
        var entry = BackgroundPrograms.Entry(monitor: monitor, in: folder)
        entry.arguments = arguments
        return entry
    }

    @Test func `monitors stay registered, with the arguments of the last run`() throws {
        defer { remove() }
        try programs.register([entry("one", arguments: ["first\nrun", "\"x\""])])
        #expect(try programs.entries() == [entry("one", arguments: ["first\nrun", "\"x\""])])
        try programs.register([entry("two", arguments: ["second"])])
        #expect(
            try programs.entries() == [
                entry("one", arguments: ["second"]), entry("two", arguments: ["second"]),
            ])
        let version = programs.version
        try programs.register([entry("two", arguments: ["second"])])
        #expect(programs.version == version)
        try programs.remove([entry("one", arguments: ["second"])])
        #expect(try programs.entries().map(\.monitor) == ["two"])
        try programs.remove(program: ThisProgram.path, in: folder)
        #expect(try programs.entries().isEmpty)
    }

    @Test(arguments: [(0o755, true), (0o700, true), (0o775, false), (0o757, false), (0o644, false)])
    func `a program is started only if nobody else may write it`(mode: Int, isTrusted: Bool) throws {
        defer { remove() }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var entry = entry("one")
        entry.executable = folder + "/program"
        #expect(!entry.isPresent && !entry.isTrusted)
        try Data().write(to: URL(fileURLWithPath: entry.executable))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: entry.executable)
        #expect(entry.isPresent)
        #expect(entry.isTrusted == isTrusted)
    }

    @Test func `a store is kept as long as its keeper exists, and can be asked for`() throws {
        defer { remove() }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(!StoreHandOver.isKept("work", in: folder))
        do {
            let keeper = StoreHandOver.Keeper("work", in: folder)
            #expect(StoreHandOver.isKept("work", in: folder))
            let isSecond = if case nil = StoreHandOver.Keeper("work", in: folder) { false } else { true }
            #expect(!isSecond)
            #expect(!StoreHandOver.isRequested("work", in: folder))
            StoreHandOver.request("work", in: folder)
            #expect(StoreHandOver.isRequested("work", in: folder))
            StoreHandOver.endRequest(for: "work", in: folder)
            #expect(!StoreHandOver.isRequested("work", in: folder))
            _ = consume keeper
        }
        #expect(!StoreHandOver.isKept("work", in: folder))
    }

    // What is left lies in the folder for temporary files.
    private func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
