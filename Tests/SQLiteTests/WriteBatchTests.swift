import Synchronization
import Testing

@testable import SQLite

struct WriteBatchTests {
    /// What happened to the jobs of a batch, in order.
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])

        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }

        func job(_ name: String, _ work: @escaping @Sendable (Connection) throws -> Void) -> Job {
            Job(
                run: { connection in
                    try work(connection)
                    return { self.note("\(name) answered") }
                },
                fail: { self.note("\(name) failed: \($0)") })
        }
    }

    private func withConnection(_ body: (Connection) throws -> Void) async throws {
        try await withDatabasePath { path in
            let connection = try Connection.writer(path: path, configuration: .init())
            try connection.execute(
                script: """
                    CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
                    CREATE TABLE replies (note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED);
                    """)
            try body(connection)
            #expect(connection.busyStatementCount == 0)
            #expect(!connection.isInTransaction)
        }
    }

    @Test func `a job that throws undoes its own changes only`() async throws {
        try await withConnection { connection in
            let log = Log()
            var batch = WriteBatch(
                jobs: [
                    log.job("first") { try $0.addNote("first") },
                    log.job("second") {
                        try $0.addNote("second")
                        throw Refused()
                    },
                    log.job("third") { try $0.addNote("third") },
                ], connection: connection)
            batch.run()
            #expect(log.all == ["first answered", "second failed: Refused()", "third answered"])
            let notes = try connection.notes()
            #expect(notes == ["first", "third"])
        }
    }

    @Test func `a job that is alone and throws leaves nothing`() async throws {
        try await withConnection { connection in
            let log = Log()
            var batch = WriteBatch(
                jobs: [
                    log.job("only") {
                        $0.afterCommit { log.note("told") }
                        try $0.addNote("only")
                        throw Refused()
                    }
                ], connection: connection)
            batch.run()
            #expect(log.all == ["only failed: Refused()"])
            let notes = try connection.notes()
            #expect(notes == [])
        }
    }

    @Test func `actions run in the order of the jobs, before any answer, and not for a job that threw`()
        async throws
    {
        try await withConnection { connection in
            let log = Log()
            let names = ["a", "b", "c"]
            let jobs = names.map { name in
                log.job(name) { connection in
                    connection.afterCommit { log.note("\(name) told") }
                    if name == "b" { throw Refused() }
                }
            }
            var batch = WriteBatch(jobs: jobs, connection: connection)
            batch.run()
            #expect(log.all == ["a told", "c told", "a answered", "b failed: Refused()", "c answered"])
        }
    }

    @Test func `a foreign key that is checked late fails its own job only`() async throws {
        try await withConnection { connection in
            let log = Log()
            var batch = WriteBatch(
                jobs: [
                    log.job("good") { try $0.addNote("good") },
                    log.job("dangling") { try $0.execute("INSERT INTO replies (note) VALUES (?)", 99) },
                ], connection: connection)
            batch.run()
            #expect(
                log.all == [
                    "good answered", "dangling failed: SQLite error 787: FOREIGN KEY constraint failed",
                ])
            let notes = try connection.notes()
            #expect(notes == ["good"])
        }
    }

    @Test func `a commit that fails fails the job and drops its actions`() async throws {
        try await withConnection { connection in
            let log = Log()
            var batch = WriteBatch(
                jobs: [
                    log.job("dangling") {
                        $0.afterCommit { log.note("told") }
                        try $0.execute("INSERT INTO replies (note) VALUES (?)", 99)
                    }
                ], connection: connection)
            batch.run()
            #expect(log.all == ["dangling failed: SQLite error 787: FOREIGN KEY constraint failed"])
            let replies = try connection.first("SELECT count(*) FROM replies") { try $0.int(0) }
            #expect(replies == 0)
        }
    }

    @Test func `when a job loses the transaction, the jobs before it fail and those after it run`()
        async throws
    {
        try await withConnection { connection in
            let log = Log()
            var batch = WriteBatch(
                jobs: [
                    log.job("before") {
                        $0.afterCommit { log.note("told") }
                        try $0.addNote("before")
                    },
                    log.job("ending") { try $0.execute("ROLLBACK") },
                    log.job("after") { try $0.addNote("after") },
                ], connection: connection)
            batch.run()
            let refusal = DatabaseRefusal.transactionEndedByJob
            #expect(
                log.all == ["before failed: \(refusal)", "ending failed: \(refusal)", "after answered"])
            let notes = try connection.notes()
            #expect(notes == ["after"])
        }
    }

    @Test func `without a transaction every job fails`() async throws {
        try await withConnection { connection in
            let log = Log()
            try connection.execute("BEGIN")
            let jobs = ["a", "b"].map { name in log.job(name) { try $0.addNote(name) } }
            var batch = WriteBatch(jobs: jobs, connection: connection)
            batch.run()
            #expect(log.all == ["a", "b"].map { "\($0) failed: SQLite error 1: SQL logic error" })
            let notes = try connection.notes()
            #expect(notes == [])
        }
    }
}
