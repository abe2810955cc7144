import Dispatch
import Testing

@testable import SQLite

/// The log is written in few large pieces, and nobody can tell.
@Suite(.timeLimit(.minutes(1)))
struct CoalescedLogTests {
    @Test func `a writing connection coalesces its log`() async throws {
        try await withConnection { connection in
            #expect(connection.fileSystemName == CoalescingFileSystem.registeredName)
            #expect(connection.fileSystemName != nil)
        }
    }

    // One page, about as much as is gathered at once, just more, and many times as much.
    @Test(arguments: [1, 120_000, 130_000, 1_000_000, 8_000_000])
    func `a commit of any size is visible to other connections at once`(byteCount: Int) async throws {
        try await withDatabasePath { path in
            let writer = try Database(path: path)
            let note = [UInt8](repeating: 0x61, count: byteCount)
            try await writer.write { connection in
                try connection.execute(
                    script: "CREATE TABLE notes (id INTEGER PRIMARY KEY, note BLOB NOT NULL)")
                try connection.execute("INSERT INTO notes (note) VALUES (?)", note)
            }
            // Another process would read the same files: nothing of this connection's memory is shared.
            let reader = try Database(path: path)
            #expect(
                try await reader.read { try $0.first("SELECT note FROM notes") { try $0.blob(0) } } == note)
            await reader.close()
            await writer.close()
        }
    }

    @Test func `a rolled-back transaction larger than the cache leaves a sound database`() async throws {
        try await withDatabase { database in
            try await database.write { try $0.addNote("kept") }
            await #expect(throws: Refused.self) {
                try await database.write { connection in
                    // Twice what the connection likes to hold in memory; none of it may come to the log (decision 6).
                    for number in 0..<32 {
                        try connection.addNote(String(repeating: "x", count: 1 << 20) + String(number))
                    }
                    let first = try connection.first("SELECT text FROM notes WHERE id = 2") { try $0.text(0) }
                    #expect(first?.utf8.count == (1 << 20) + 1)
                    throw Refused()
                }
            }
            try await database.write { try $0.addNote("after") }
            let (notes, soundness) = try await database.read { connection in
                (try connection.notes(), try connection.first("PRAGMA integrity_check") { try $0.text(0) })
            }
            #expect(notes == ["kept", "after"])
            #expect(soundness == "ok")
        }
    }

    @Test func `a rolled-back transaction never overwrites the commit of another connection`()
        async throws
    {
        try await withDatabasePath { path in
            let first = try Database(path: path)
            let second = try Database(path: path)
            try await first.write { try $0.execute(script: "CREATE TABLE notes (note TEXT NOT NULL)") }
            await #expect(throws: Refused.self) {
                try await first.write { connection in
                    for _ in 0..<32 {
                        try connection.execute(
                            "INSERT INTO notes VALUES (?)", String(repeating: "x", count: 1 << 20))
                    }
                    throw Refused()
                }
            }
            for number in 0..<200 {
                try await second.write { try $0.execute("INSERT INTO notes VALUES (?)", "second \(number)") }
            }
            try await first.write { try $0.execute("INSERT INTO notes VALUES (?)", "first") }
            await first.close()
            let (count, soundness) = try await second.read { connection in
                (
                    try connection.first("SELECT count(*) FROM notes") { try $0.int64(0) },
                    try connection.first("PRAGMA integrity_check") { try $0.text(0) }
                )
            }
            #expect(count == 201)
            #expect(soundness == "ok")
            await second.close()
        }
    }

    @Test func `a write without waiting is visible to other connections at once, and needs no sync`()
        async throws
    {
        try await withDatabasePath { path in
            let first = try Database(path: path)
            try await first.write { try $0.execute(script: "CREATE TABLE notes (note TEXT NOT NULL)") }
            let waits = try await first.logSyncCount()
            for number in 0..<40 {
                try await first.writeWithoutWaiting {
                    try $0.execute("INSERT INTO notes VALUES (?)", "unhurried \(number)")
                }
            }
            #expect(try await first.logSyncCount() == waits)
            // Another process would read the same files: nothing of this connection's memory is shared.
            let second = try Database(path: path)
            #expect(try await second.count() == 40)
            try await first.write { try $0.execute("INSERT INTO notes VALUES ('hurried')") }
            #expect(try await first.logSyncCount() == waits + 1)
            #expect(try await second.count() == 41)
            await second.close()
            await first.close()
        }
    }

    @Test func `the header of a new log is synced by every writer`() async throws {
        try await withDatabasePath { path in
            let before = try Database(path: path)
            try await before.write { try $0.execute(script: "CREATE TABLE notes (note TEXT NOT NULL)") }
            await before.close()
            let database = try Database(path: path)
            for expected in [1, 1] {
                try await database.writeWithoutWaiting { try $0.execute("INSERT INTO notes VALUES ('a')") }
                #expect(try await database.logSyncCount() == expected)
            }
            await database.close()
        }
    }

    @Test func `a write that waits for the disk makes the others of its transaction wait too`() async throws {
        try await withDatabase { database in
            let waits = try await database.logSyncCount()
            let gate = DispatchSemaphore(value: 0)
            database.writer.submit(
                Job(run: { _ in { gate.wait() } }, fail: { Issue.record($0) }, waitsForDisk: false))
            async let unhurried: Void = database.writeWithoutWaiting { try $0.addNote("unhurried") }
            async let hurried: Void = database.write { try $0.addNote("hurried") }
            gate.signal()
            _ = try await (unhurried, hurried)
            // The gate's own transaction wrote nothing; whether the two shared one or not, one sync is enough.
            #expect(try await database.logSyncCount() == waits + 1)
        }
    }

    @Test func `a commit that fails without waiting leaves later ones waiting`() async throws {
        try await withDatabase { database in
            await #expect(throws: Refused.self) {
                try await database.writeWithoutWaiting { connection in
                    try connection.addNote("undone")
                    throw Refused()
                }
            }
            let waits = try await database.logSyncCount()
            try await database.write { try $0.addNote("kept") }
            #expect(try await database.logSyncCount() == waits + 1)
        }
    }
}

extension Database {
    fileprivate func count() async throws -> Int? {
        try await read { try $0.first("SELECT count(*) FROM notes") { try $0.int(0) } }
    }
}
