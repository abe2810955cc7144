import Foundation
import Testing

@testable import SQLite

/// What a database does about its own file: who may read it, whether it is still there, and whether it is sound.
@Suite(.timeLimit(.minutes(1)))
struct FileTests {
    @Test func `a new file, its log and its shared memory are for their owner alone`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try await database.write { try $0.execute(script: "CREATE TABLE notes (text TEXT)") }
            for end in ["", "-wal", "-shm"] { #expect(try permissions(of: path + end) == 0o600, "\(end)") }
            await database.close()
        }
    }

    @Test func `an existing file keeps its permissions`() async throws {
        try await withDatabasePath { path in
            await (try Database(path: path)).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            await (try Database(path: path)).close()
            #expect(try permissions(of: path) == 0o640)
        }
    }

    @Test(arguments: ["", "-wal"], [true, false])
    func `nothing is acknowledged while another file, or none, is at the path`(
        end: String, isReplaced: Bool
    ) async throws {
        try await withDatabase { path, database in
            try await database.write { try $0.addNote("before") }
            let (file, aside) = (path + end, path + end + ".aside")
            try FileManager.default.moveItem(atPath: file, toPath: aside)
            if isReplaced { try FileManager.default.copyItem(atPath: aside, toPath: file) }
            await #expect(throws: DatabaseRefusal.fileMoved) {
                try await database.write { try $0.addNote("lost") }
            }
            await #expect(throws: DatabaseRefusal.fileMoved) {
                try await database.writeWithoutWaiting { try $0.addNote("lost") }
            }
            if isReplaced { try FileManager.default.removeItem(atPath: file) }
            try FileManager.default.moveItem(atPath: aside, toPath: file)
            try await database.write { try $0.addNote("after") }
            #expect(try await database.read { try $0.notes() } == ["before", "after"])
        }
    }

    @Test func `touch syncs the log and changes no data`() async throws {
        try await withDatabase { _, database in
            let (syncs, version) = (try await database.logSyncCount(), try await database.dataVersion())
            try await database.write { _ in }
            #expect(try await database.logSyncCount() == syncs)
            try await database.write { try $0.touch() }
            #expect(try await database.logSyncCount() == syncs + 1)
            #expect(try await database.dataVersion() == version)
            #expect(try await database.read { try $0.schemaVersion() } == 0)
        }
    }

    @Test func `a write is not acknowledged when its file is moved during the commit`() async throws {
        try await withDatabase { path, database in
            let aside = path + ".aside"
            try await database.writer.withConnection { connection in
                let log = try #require(connection.gatheredLog)
                log.afterSync = { try? FileManager.default.moveItem(atPath: path, toPath: aside) }
            }
            await #expect(throws: DatabaseRefusal.fileMoved) {
                try await database.write { connection in
                    try connection.addNote("perhaps")
                    connection.afterCommit { Issue.record("told that it is durable") }
                }
            }
            try await database.writer.withConnection { connection in
                let log = try #require(connection.gatheredLog)
                log.afterSync = nil
            }
            try FileManager.default.moveItem(atPath: aside, toPath: path)
            try await database.write { try $0.addNote("after") }
            #expect(try await database.read { try $0.notes() } == ["perhaps", "after"])
        }
    }

    /// Where a file of 4 KiB pages is overwritten: at its first bytes, in the root page of the table, or from its beginning to
    /// its end.
    @Test(arguments: [(0, 16), (4_096, 4_096), (0, 1 << 20)])
    func `damage of a file is found although its pages are in memory`(start: Int, count: Int) async throws {
        try await withDatabase { path, database in
            try await database.write { connection in
                for number in 0..<100 {
                    try connection.addNote(String(repeating: "x", count: 100) + "\(number)")
                }
            }
            try await database.writer.withConnection { _ = try $0.checkpoint() }
            try await database.read { try $0.checkFile() }
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: UInt64(start))
            let size = try file.seekToEnd()
            try file.seek(toOffset: UInt64(start))
            try file.write(contentsOf: Data(repeating: 0xA5, count: min(count, Int(size) - start)))
            try file.close()
            let error = await #expect(throws: SQLiteError.self) {
                try await database.read { try $0.checkFile() }
            }
            #expect([.corrupt, .notADatabase].contains(error?.code.primary))
        }
    }

    @Test func `a file that was cut to nothing is no database`() async throws {
        try await withDatabase { path, database in
            try await database.writer.withConnection { _ = try $0.checkpoint() }
            try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: 0)
            let error = await #expect(throws: SQLiteError.self) {
                try await database.read { try $0.checkFile() }
            }
            #expect(error?.code == .notADatabase)
        }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Lends a database with a table of notes, whose file a test may spoil.
    private func withDatabase(_ body: (String, Database) async throws -> Void) async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute(
                    script: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")
            }
            try await body(path, database)
            await database.close()
        }
    }
}
