import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct DatabaseTests {
    @Test func `the settings for durability are in force`() async throws {
        try await withDatabase { database in
            let settings = try await database.write { connection in
                try ["journal_mode", "synchronous", "foreign_keys"].map { name in
                    try connection.first("PRAGMA \(name)") { try $0.value(0) }
                }
            }
            #expect(settings == [.text("wal"), .integer(2), .integer(1)])
        }
    }

    @Test func `a database that cannot keep a write-ahead log is refused`() {
        #expect(
            throws: DatabaseRefusal.settingNotTaken(pragma: "journal_mode", wanted: "WAL", found: "memory")
        ) {
            try Database(path: ":memory:")
        }
    }

    @Test func `a file that cannot be opened is an error`() throws {
        let error = try #require(throws: SQLiteError.self) { try Database(path: "/nowhere/at/all.sqlite") }
        #expect(error.code == .cannotOpen)
    }

    @Test func `a new file is opened by several at once`() async throws {
        for _ in 0..<100 {
            try await withDatabasePath { path in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let database = try Database(path: path)
                            try await database.write {
                                try $0.execute("CREATE TABLE IF NOT EXISTS notes (id)")
                            }
                            await database.close()
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a thousand concurrent writers get their own results`() async throws {
        try await withDatabase { database in
            let results = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
                for number in 0..<1_000 {
                    group.addTask {
                        let text = try await database.write { connection in
                            try connection.addNote("note \(number)")
                            return try connection.first(
                                "SELECT text FROM notes WHERE id = ?", connection.lastInsertedRowID
                            ) { try $0.text(0) }
                        }
                        return (number, text)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(results == Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, "note \($0)") }))
            #expect(try await database.read { try $0.notes().count } == 1_000)
        }
    }

    @Test func `a read sees what had been written and cannot write`() async throws {
        try await withDatabase { database in
            try await database.write { try $0.addNote("written") }
            #expect(try await database.read { try $0.notes() } == ["written"])
            let error = try await #require(throws: SQLiteError.self) {
                try await database.read { try $0.addNote("forbidden") }
            }
            #expect(error.code == .readOnly)
        }
    }

    @Test func `a read keeps its state of the database while others write`() async throws {
        try await withDatabase { database in
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let written = DispatchSemaphore(value: 0)
            async let counts = database.read { connection in
                let before = try connection.notes().count
                start.yield()
                written.wait()
                return try [before, connection.notes().count]
            }
            for await _ in started { break }
            try await database.write { try $0.addNote("meanwhile") }
            written.signal()
            #expect(try await counts == [0, 0])
            #expect(try await database.read { try $0.notes().count } == 1)
        }
    }

    @Test func `a slow read does not block others`() async throws {
        try await withDatabase { database in
            let finished = DispatchSemaphore(value: 0)
            async let long: Void = database.read { _ in finished.wait() }
            for _ in 0..<20 { try await database.read { _ in } }
            finished.signal()
            try await long
        }
    }

    @Test func `closing finishes the waiting jobs, and later calls are refused`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            let gate = DispatchSemaphore(value: 0)
            let answers = Atomic(0)
            let held = Job(run: { _ in { gate.wait() } }, fail: { Issue.record($0) })
            let counted = Job(
                run: { _ in { answers.add(1, ordering: .relaxed) } }, fail: { Issue.record($0) })
            database.writer.submit(held)
            for _ in 0..<100 { database.writer.submit(counted) }
            async let closed: Void = database.close()
            gate.signal()
            await closed
            #expect(answers.load(ordering: .relaxed) == 100)
            await #expect(throws: DatabaseRefusal.closed) { try await database.write { _ in } }
            await #expect(throws: DatabaseRefusal.closed) { try await database.read { _ in } }
            await #expect(throws: DatabaseRefusal.closed) { try await database.dataVersion() }
            await database.close()
        }
    }

    @Test func `closing writes the log back into the file`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            try await database.write { try $0.execute(script: "CREATE TABLE t (x)") }
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            await database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func `a commit of another process is noticed, and an own commit is not`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            let foreign = try Database(path: path)
            let first = try await database.dataVersion()
            try await database.write { try $0.execute(script: "CREATE TABLE t (x)") }
            let afterOwn = try await database.dataVersion()
            #expect(afterOwn == first)
            try await foreign.write { try $0.execute("INSERT INTO t VALUES (?)", 1) }
            #expect(try await database.dataVersion() != first)
            await foreign.close()
            await database.close()
        }
    }

    @Test func `a write that waits too long for another process fails as busy`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path, configuration: .init(busyTimeout: .milliseconds(10)))
            let foreign = try Database(path: path)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let failed = DispatchSemaphore(value: 0)
            async let holding: Void = foreign.write { _ in
                start.yield()
                failed.wait()
            }
            for await _ in started { break }
            let error = await #expect(throws: SQLiteError.self) { try await database.write { _ in } }
            #expect(error?.code == .busy)
            failed.signal()
            try await holding
            try await database.write { try $0.execute(script: "CREATE TABLE t (x)") }
            await foreign.close()
            await database.close()
        }
    }
}
