import CSQLite
import Dispatch
import Synchronization
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1)))
struct CheckpointerTests {
    /// So small that each commit of a test means a turn of the checkpointer.
    private static let carriesAlways = LogUpkeepStateMachine.Limits(
        toCarry: 1, toFinish: 1_000_000, few: 1, toHelp: 1_000_000)
    /// So small that the writer finishes with each commit.
    private static let finishesAlways = LogUpkeepStateMachine.Limits(
        toCarry: 1, toFinish: 1, few: 1_000_000, toHelp: 1_000_000)

    @Test func `a checkpoint tells how many pages of the log are in the file`() async throws {
        try await withFilledLog { writer in
            #expect(writer.logPageCount > 0)
            let carried = try writer.checkpoint()
            #expect(carried == writer.logPageCount)
        }
    }

    @Test func `a checkpoint beside another connection's tells nothing`() async throws {
        try await withDatabasePath { path in
            let writer = try Connection.writer(path: path, configuration: .init())
            try writer.execute(script: "CREATE TABLE notes (text TEXT)")
            let reader = try Connection.reader(path: path, configuration: .init())
            try reader.beginReading()
            _ = try reader.first("SELECT count(*) FROM notes") { try $0.int64(0) }
            try writer.execute(script: "INSERT INTO notes (text) VALUES ('later')")
            // It has to wait for the reader, and holds the lock of checkpoints meanwhile.
            var answers: [Result<Int?, any Error>] = []
            let other = try #require(ForeignConnection(path: path))
            other.restartLog { answers.append(Result { try writer.checkpoint() }) }
            let found = try answers.map { try $0.get() }
            #expect(found == [nil])
            try reader.rollBack()
            let carried = try writer.checkpoint()
            #expect(carried == writer.logPageCount)
        }
    }

    @Test func `a checkpoint within a transaction is an error`() async throws {
        try await withFilledLog { writer in
            try writer.beginWriting()
            let error = #expect(throws: SQLiteError.self) { try writer.checkpoint() }
            #expect(error?.code.primary == .locked)
            try writer.rollBack()
        }
    }

    @Test func `syncing the file waits for the disk, and says when that failed`() async throws {
        try await withFilledLog { writer in
            let before = syncCount.withLock { $0 }
            replaceSync(of: writer, by: countSync)
            try writer.syncFile()
            #expect(syncCount.withLock { $0 } == before + 1)
            replaceSync(of: writer, by: failToSync)
            let error = #expect(throws: SQLiteError.self) { try writer.syncFile() }
            #expect(error?.code.primary == .inputOutput)
        }
    }

    @Test func `after a failed sync it reports once, opens another connection and goes on`() async throws {
        try await withCheckpointer(limits: Self.carriesAlways) { checkpointer, writer, reports in
            await checkpointer.withConnection { replaceSync(of: $0, by: failToSync) }
            try writer.execute(script: "INSERT INTO notes (text) VALUES ('one')")
            checkpointer.keepLogShort(after: writer)
            #expect(await checkpointer.withConnection { $0 == nil })
            #expect(reports.texts.withLock { $0 }.count == 1)
            #expect(reports.texts.withLock { $0 }.first?.contains("SQLite error 1034") == true)

            try writer.execute(script: "INSERT INTO notes (text) VALUES ('two')")
            checkpointer.keepLogShort(after: writer)
            #expect(await checkpointer.withConnection { $0 != nil })
            #expect(reports.texts.withLock { $0 }.count == 1)
        }
    }

    @Test func `the writer finishes what is left, and the log starts over`() async throws {
        try await withCheckpointer(limits: Self.finishesAlways) { checkpointer, writer, reports in
            // Twice, because a first turn whose end nobody told would be the last.
            for _ in 0..<2 {
                for _ in 0..<5 { try writer.execute(script: "INSERT INTO notes (text) VALUES ('before')") }
                let pages = writer.logPageCount
                checkpointer.keepLogShort(after: writer)
                try writer.execute(script: "INSERT INTO notes (text) VALUES ('after')")
                #expect(writer.logPageCount < pages)
            }
            #expect(reports.texts.withLock { $0 }.isEmpty)
        }
    }

    @Test func `a database with constant checkpoints loses nothing and has a short log`()
        async throws
    {
        var configuration = Database.Configuration()
        configuration.logLimits = .init(toCarry: 4, toFinish: 12, few: 4, toHelp: 40)
        try await withDatabase(configuration: configuration) { database in
            for number in 0..<200 {
                try await database.write { try $0.addNote("note \(number)") }
            }
            #expect(try await database.read { try $0.notes().count } == 200)
            // Two or three pages a commit: without starting over it would have five hundred.
            #expect(try await database.writer.withConnection { $0.logPageCount } < 200)
        }
    }

    @Test func `closing waits until every caller has its result`() async throws {
        try await withDatabasePath { path in
            let database = try Database(path: path)
            let told = Told()
            let hold = DispatchSemaphore(value: 0)
            // The others wait meanwhile, and so share a transaction.
            database.writer.submit(
                Job(
                    run: { _ in
                        hold.wait()
                        return {}
                    }, fail: { _ in }))
            for _ in 0..<500 {
                database.writer.submit(
                    Job(run: { _ in { told.count.add(1, ordering: .relaxed) } }, fail: { _ in }))
            }
            hold.signal()
            await database.close()
            #expect(told.count.load(ordering: .relaxed) == 500)
        }
    }

    /// Lends a connection that writes, with something in its log.
    private func withFilledLog(_ body: (Connection) throws -> Void) async throws {
        try await withDatabasePath { path in
            let writer = try Connection.writer(path: path, configuration: .init())
            try writer.execute(script: "CREATE TABLE notes (text TEXT)")
            try body(writer)
        }
    }

    /// Lends a checkpointer beside a connection that writes, and what it reports.
    private func withCheckpointer(
        limits: LogUpkeepStateMachine.Limits, _ body: (Checkpointer, Connection, Reports) async throws -> Void
    ) async throws {
        try await withDatabasePath { path in
            let reports = Reports()
            var configuration = Database.Configuration { error in
                reports.texts.withLock { $0.append("\(error)") }
            }
            configuration.logLimits = limits
            let writer = try Connection.writer(path: path, configuration: configuration)
            try writer.execute(script: "CREATE TABLE notes (text TEXT)")
            let checkpointer = try Checkpointer(path: path, configuration: configuration)
            try await body(checkpointer, writer, reports)
            await checkpointer.close()
        }
    }
}

private final class Told: Sendable {
    let count = Atomic(0)
}

private final class Reports: Sendable {
    let texts = Mutex<[String]>([])
}

/// A connection beside the library's, which calls back at a moment when it holds locks.
private final class ForeignConnection {
    private let handle: OpaquePointer
    fileprivate var whileWaiting: () -> Void = {}

    init?(path: String) {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { return nil }
        handle = opened
        sqlite3_busy_handler(handle, callWhileWaiting, Unmanaged.passUnretained(self).toOpaque())
        // A connection that has read nothing does not know of the log yet, and would carry nothing over.
        sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
    }

    deinit { sqlite3_close(handle) }

    /// Begins the log again if nobody reads, calls back once while somebody does, and then gives up.
    func restartLog(whileWaiting body: @escaping () -> Void) {
        whileWaiting = body
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_RESTART, nil, nil)
    }
}

private func callWhileWaiting(_ context: UnsafeMutableRawPointer?, _: Int32) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<ForeignConnection>.fromOpaque(context).takeUnretainedValue().whileWaiting()
    return 0
}

private typealias Sync = @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32

private let syncCount = Mutex(0)

private func countSync(_: UnsafeMutablePointer<sqlite3_file>?, _: Int32) -> Int32 {
    syncCount.withLock { $0 += 1 }
    return SQLITE_OK
}

private func failToSync(_: UnsafeMutablePointer<sqlite3_file>?, _: Int32) -> Int32 { SQLITE_IOERR | (4 << 8) }

/// Gives the database file of a connection another way to sync; its methods stay in memory until the tests end.
private func replaceSync(of connection: Connection?, by sync: @escaping Sync) {
    guard let file = connection?.file, let original = file.pointee.pMethods else {
        Issue.record("The connection has no file.")
        return
    }
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: original.pointee)
    methods.pointee.xSync = sync
    file.pointee.pMethods = UnsafePointer(methods)
}
