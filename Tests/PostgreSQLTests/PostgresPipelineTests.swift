import Foundation
import Testing

@testable import PostgreSQL

/// The server that `scripts/postgres-server` started; `nil` without one.
private let server = ProcessInfo.processInfo.environment["VICINITY_TEST_POSTGRES"].map {
    $0.replacingOccurrences(of: "DATABASE", with: "postgres")
}

/// Statements that are sent with the next one, answers that are read ahead, and numbers that are given without asking.
@Suite(.timeLimit(.minutes(1)), .enabled(if: server != nil))
struct PostgresPipelineTests {
    private typealias Job = @Sendable (PostgresConnection) throws -> Int64

    private let table = "things_\(UInt32.random(in: 0...UInt32.max))"
    private let lock = Int64.random(in: 1...Int64.max)
    private var add: String { "INSERT INTO \(table) (name) VALUES ($1)" }
    private var addNumbered: String { "INSERT INTO \(table) (number, name) VALUES ($1, $2)" }
    private var count: String { "SELECT count(*) FROM \(table)" }
    private var names: String { "SELECT name FROM \(table) ORDER BY number" }

    private func connection() throws -> PostgresConnection {
        let connection = try PostgresConnection(address: server ?? "")
        try connection.execute(
            script: """
                CREATE TABLE \(table) (number bigint, name text NOT NULL UNIQUE);
                CREATE FUNCTION next_\(table)() RETURNS bigint LANGUAGE sql VOLATILE
                    AS 'SELECT coalesce(max(number), 0) + 1 FROM \(table)';
                ALTER TABLE \(table) ALTER COLUMN number SET DEFAULT next_\(table)()
                """)
        return connection
    }

    /// Runs jobs as one batch, and returns what each of their callers gets.
    private func outcomes(
        of bodies: [Job], on connection: PostgresConnection
    ) async -> [Result<Int64, any Error>] {
        let (jobs, accept) = AsyncStream<(Int, PostgresJob)>.makeStream()
        return await withTaskGroup { group in
            for (index, body) in bodies.enumerated() {
                group.addTask {
                    do {
                        let number = try await withCheckedThrowingContinuation {
                            accept.yield((index, PostgresJob(body, continuation: $0)))
                        }
                        return (index, Result<Int64, any Error>.success(number))
                    } catch { return (index, .failure(error)) }
                }
            }
            var accepted: [Int: PostgresJob] = [:]
            for await (index, job) in jobs {
                accepted[index] = job
                if accepted.count == bodies.count { break }
            }
            var batch = PostgresWriteBatch(
                jobs: accepted.sorted { $0.key < $1.key }.map(\.value),
                queue: PostgresJobQueue(workers: 1, limit: 1), limit: bodies.count, lock: lock,
                admission: nil)
            while !batch.isDone {
                do { try batch.run(on: connection) } catch { batch.fail(with: error) }
            }
            batch.answer()
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func state(_ result: Result<Int64, any Error>) -> String {
        switch result {
        case .success(let number): "\(number)"
        case .failure(let error): (error as? PostgresError)?.state ?? "\(error)"
        }
    }

    @Test func `a statement that fails late fails the job that sent it, and no other`() async throws {
        let connection = try connection()
        let (add, count) = (add, count)
        func adding(_ name: String) -> Job {
            {
                try $0.execute(add, [.text(name)]); return 0
            }
        }
        let counting: Job = { try $0.first(count) { try $0.int64(0) } ?? -1 }
        // The second of two equal names fails: at the commit, and before a job that reads.
        for (jobs, expected) in [
            ([adding("a"), adding("b"), adding("a")], ["0", "0", "23505"]),
            ([adding("c"), adding("c"), counting], ["0", "23505", "3"]),
            ([adding("d"), adding("d")], ["0", "23505"]), ([adding("d")], ["23505"]),
        ] {
            let found = await outcomes(of: jobs, on: connection)
            #expect(found.map(state) == expected)
        }
        #expect(try connection.all(names) { try $0.text(0) } == ["a", "b", "c", "d"])
    }

    @Test func `the error names the statement that failed, not the one that waited for the answer`() throws {
        let connection = try connection()
        _ = try connection.beginWriting(lock: lock)
        try connection.execute(add, [.text("a")])
        try connection.execute(add, [.text("a")])
        try connection.execute(add, [.text("b")])
        let error = #expect(throws: PostgresError.self) { try connection.first(count) { _ in } }
        #expect(error?.state == "23505" && error?.sql == add)
        try connection.rollBack()
        #expect(try connection.first(count) { try $0.int64(0) } == 0)
    }

    @Test func `the number of changed rows is that of the last change`() throws {
        let connection = try connection()
        _ = try connection.beginWriting(lock: lock)
        for name in ["a", "b", "c"] { try connection.execute(add, [.text(name)]) }
        try connection.execute("DELETE FROM \(table) WHERE name < $1", [.text("c")])
        // A query in between changes nothing.
        #expect(try connection.first(count) { try $0.int64(0) } == 1)
        #expect(try connection.changedRows == 2)
        try connection.execute("DELETE FROM \(table) WHERE name < $1", [.text("c")])
        #expect(try connection.changedRows == 0)
        try connection.commit()
        #expect(try connection.all(names) { try $0.text(0) } == ["c"])
    }

    @Test func `more statements than may wait, and larger ones than fit the socket, all arrive`() throws {
        let connection = try connection()
        _ = try connection.beginWriting(lock: lock)
        let long = String(repeating: "x", count: 100_000)
        for number in 0..<(3 * PostgresPipeline.limit) {
            try connection.execute(add, [.text("\(number)\(long)")])
        }
        try connection.commit()
        #expect(try connection.first(count) { try $0.int64(0) } == Int64(3 * PostgresPipeline.limit))
    }

    @Test func `numbers follow each other without a gap, also after a job that was rolled back`() async throws
    {
        struct Refusal: Error {}
        let connection = try connection()
        let (add, addNumbered) = (add, addNumbered)
        func adding(_ names: [String], refuses: Bool = false) -> Job {
            { connection in
                var last: Int64 = 0
                for name in names {
                    last = try connection.insert(add, numbered: addNumbered, [.text(name)])
                }
                if refuses { throw Refusal() }
                return last
            }
        }
        let found = await outcomes(
            of: [adding(["a", "b"]), adding(["c", "d"], refuses: true), adding(["e"])], on: connection)
        #expect(found.map(state) == ["2", "Refusal()", "3"])
        #expect(await outcomes(of: [adding(["f"])], on: connection).map(state) == ["4"])
        #expect(try connection.all(names) { try $0.text(0) } == ["a", "b", "e", "f"])
        // Outside a transaction others may write in between, so that each number is asked for.
        #expect(try connection.insert(add, numbered: addNumbered, [.text("g")]) == 5)
        try connection.execute(add, [.text("h")])
        #expect(try connection.insert(add, numbered: addNumbered, [.text("i")]) == 7)
    }

    @Test func `an answer that was read ahead is taken once, and not after a change`() throws {
        let connection = try connection()
        let named = "SELECT count(*) FROM \(table) WHERE name = $1"
        func counted(_ name: String) throws -> Int64? {
            try connection.first(named, [.text(name)]) { try $0.int64(0) }
        }
        _ = try connection.beginWriting(lock: lock)
        try connection.execute(add, [.text("a")])
        try connection.readAhead([(named, [.text("a")]), (named, [.text("b")]), (count, [])])
        // What was sent before is seen. Arguments tell equal texts apart.
        #expect(connection.pipeline.isEmpty)
        #expect(try counted("b") == 0)
        #expect(try counted("a") == 1)
        try connection.execute(add, [.text("b")])
        #expect(try connection.first(count) { try $0.int64(0) } == 2)
        try connection.readAhead([(named, [.text("b")]), (count, [])])
        _ = try connection.first("\(add) RETURNING number", [.text("c")]) { try $0.int64(0) }
        #expect(try connection.first(count) { try $0.int64(0) } == 3)
        try connection.readAhead([(named, [.text("b")]), (count, [])])
        try connection.rollBack()
        #expect(try connection.first(count) { try $0.int64(0) } == 0)
    }

    @Test func `a query that fails ahead fails the transaction`() throws {
        let connection = try connection()
        _ = try connection.beginWriting(lock: lock)
        let error = #expect(throws: PostgresError.self) {
            try connection.readAhead([(count, []), ("SELECT 1 / $1::bigint", [.integer(0)])])
        }
        #expect(error?.state == "22012")
        try connection.rollBack()
        #expect(try connection.first(count) { try $0.int64(0) } == 0)
    }

    @Test func `a connection that ends while statements wait is lost, and nothing was written`() throws {
        let connection = try connection()
        let other = try PostgresConnection(address: server ?? "")
        _ = try connection.beginWriting(lock: lock)
        try connection.execute(add, [.text("a")])
        try connection.execute(add, [.text("b")])
        let process = PostgresValue.integer(Int64(connection.serverProcess))
        #expect(
            try other.first("SELECT pg_terminate_backend($1::int, 10000)", [process]) { try $0.bool(0) }
                == true)
        let error = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(error?.isConnectionLoss == true && connection.isLost)
        #expect(try other.first(count) { try $0.int64(0) } == 0)
    }
}
