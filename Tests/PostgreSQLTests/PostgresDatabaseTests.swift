import Foundation
import Testing

@testable import PostgreSQL

/// The server that `scripts/postgres-server` started; `nil` without one.
private let server = ProcessInfo.processInfo.environment["VICINITY_TEST_POSTGRES"].map {
    $0.replacingOccurrences(of: "DATABASE", with: "postgres")
}

/// Values, statements and failures on a real server.
@Suite(.timeLimit(.minutes(1)), .enabled(if: server != nil))
struct PostgresDatabaseTests {
    private func connection() throws -> PostgresConnection { try PostgresConnection(address: server ?? "") }

    @Test(arguments: [
        PostgresValue.null, .integer(.min), .integer(.max), .integer(0), .real(-0.1), .real(.infinity),
        .text(""),
        .text("café \u{1F35C}"), .bytes([]), .bytes([0, 255, 39]),
    ])
    func `a value comes back as it was`(value: PostgresValue) throws {
        let connection = try connection()
        #expect(try connection.first("SELECT $1", [value]) { try $0.value(0) } == value)
    }

    @Test(arguments: [
        ("SELECT 7::smallint", 7), ("SELECT 7::integer", 7), ("SELECT -7::bigint", -7), ("SELECT true", 1),
        (
            "SELECT sum(n) FROM (VALUES (9000000000000000000), (-20000)) AS part (n)",
            8_999_999_999_999_980_000
        ),
        ("SELECT 120000::numeric", 120_000), ("SELECT -9223372036854775808::numeric", Int64.min),
        ("SELECT 0::numeric", 0), ("SELECT 5.000::numeric", 5),
    ])
    func `each kind of whole number is read`(sql: String, number: Int64) throws {
        #expect(try connection().first(sql) { try $0.int64(0) } == number)
    }

    @Test(arguments: [
        "SELECT 1.5::numeric", "SELECT 9223372036854775808::numeric", "SELECT 'a'", "SELECT NULL",
    ])
    func `another type than the requested one is an error`(sql: String) throws {
        #expect(throws: PostgresError.self) { try connection().first(sql) { try $0.int64(0) } }
        #expect(throws: PostgresError.self) { try connection().first(sql) { try $0.blob(0) } }
        #expect(throws: PostgresError.self) { try connection().first(sql) { try $0.text(1) } }
    }

    @Test func `an error has the server's code, and its description no argument`() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection().first("SELECT CAST($1::text AS bigint)", [.text("a secret")]) { _ in }
        }
        #expect(error?.state == "22P02")
        #expect(error.map { "\($0)" }?.contains("secret") == false)
        #expect(error?.isConnectionLoss == false)
    }

    @Test func `a writer finds out which of its transactions were committed, on any connection`() throws {
        let table = "commits_\(UInt32.random(in: 0...UInt32.max))"
        try connection().execute(
            script: "CREATE TABLE \(table) (writer text PRIMARY KEY, number bigint, at bigint)")
        func writing(as writer: String, after transactions: Int) throws -> PostgresConnection {
            let connection = try connection()
            connection.commitRow = (table, writer)
            connection.writingTransactions = transactions
            return connection
        }
        let first = try writing(as: "one", after: 0)
        let number = try first.beginWriting(lock: 31)
        try first.execute("DELETE FROM \(table) WHERE writer = 'nobody'")
        try first.commit()
        let undone = try first.beginWriting(lock: 31)
        try first.execute("DELETE FROM \(table) WHERE writer = 'nobody'")
        try first.rollBack()
        let empty = try first.beginWriting(lock: 31)
        _ = try first.first("SELECT 1") { try $0.int(0) }
        try first.commit()
        let second = try writing(as: "one", after: first.writingTransactions)
        #expect(
            try [number, undone, empty].map { try second.hasCommitted($0, lock: 31, patience: .seconds(10)) }
                == [true, false, false])
        // The same number of another writer is another transaction.
        let other = try writing(as: "other", after: 0)
        #expect(try other.hasCommitted(number, lock: 31, patience: .seconds(10)) == false)
        #expect(try connection().hasCommitted(number, lock: 31, patience: .zero) == nil)
    }

    @Test func `a writer waits for the end of a transaction before it says what became of it`() throws {
        let table = "commits_\(UInt32.random(in: 0...UInt32.max))"
        let lost = try connection()
        try lost.execute(
            script: "CREATE TABLE \(table) (writer text PRIMARY KEY, number bigint, at bigint)")
        let next = try connection()
        (lost.commitRow, next.commitRow) = ((table, "one"), (table, "one"))
        let number = try lost.beginWriting(lock: 32)
        try lost.execute("DELETE FROM \(table)")
        next.writingTransactions = number
        let error = #expect(throws: PostgresError.self) {
            try next.hasCommitted(number, lock: 32, patience: .milliseconds(100))
        }
        #expect(error?.isBusy == true)
        try next.rollBack()
        try lost.commit()
        #expect(try next.hasCommitted(number, lock: 32, patience: .seconds(10)) == true)
    }

    @Test func `writes that come while another process has the lock share one commit`() async throws {
        let other = try connection()
        try other.beginWriting(lock: 33)
        let database = PostgresDatabase(address: server ?? "", configuration: .init(writeLock: 33))
        func write() -> Task<Int, any Error> {
            Task.immediate { try await database.write { $0.writingTransactions } }
        }
        let first = write()
        let waiting = "SELECT count(*) FROM pg_locks WHERE objid = 33 AND NOT granted"
        let observer = try connection()
        while try observer.first(waiting, row: { try $0.int64(0) }) != 1 {}
        let rest = [write(), write(), write()]
        try other.rollBack()
        let transaction = try await first.value
        for write in rest { #expect(try await write.value == transaction) }
        await database.close()
    }

    @Test func `statements end when the pulse finds no answer, and go on when there is one`() async throws {
        let pulse = PostgresPulse(address: server ?? "")
        pulse.start()
        defer { pulse.stop() }
        while !pulse.hasAnswered(within: .seconds(3)) { try await Task.sleep(for: .milliseconds(10)) }
        let connection = try pulse.connect()
        let ender = Task.detached {
            try await Task.sleep(for: .milliseconds(200))
            pulse.lose()
        }
        let began = ContinuousClock.now
        let error = #expect(throws: PostgresError.self) {
            try connection.first("SELECT 1 FROM pg_sleep(30)") { _ in }
        }
        #expect(error?.isConnectionLoss == true)
        #expect(began.duration(to: .now) < .seconds(20))
        try await ender.value
        while pulse.isAway { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try pulse.connect().first("SELECT 7") { try $0.int64(0) } == 7)
    }

    @Test func `while there is no answer, connections are refused without waiting`() throws {
        // Not started, so that nothing finds the server.
        let pulse = PostgresPulse(address: server ?? "")
        #expect(!pulse.hasAnswered(within: .seconds(60)) && !pulse.isAway)
        pulse.lose()
        let error = #expect(throws: PostgresError.self) { _ = try pulse.connect() }
        #expect(error?.isConnectionLoss == true)
    }

    @Test func `a server that is not there is a lost connection`() {
        let error = #expect(throws: PostgresError.self) {
            _ = try PostgresConnection(address: "postgres:///x?host=/nowhere")
        }
        #expect(error?.isConnectionLoss == true)
        #expect(error?.description.contains("/nowhere") == true)
    }

    @Test func `a closed database refuses`() async throws {
        let database = PostgresDatabase(address: server ?? "")
        #expect(try await database.read { try $0.first("SELECT 1") { try $0.int(0) } } == 1)
        await database.close()
        await #expect(throws: PostgresRefusal.closed) { try await database.read { _ in } }
        await #expect(throws: PostgresRefusal.closed) { try await database.write { _ in } }
    }

    @Test func `a read cannot write`() async throws {
        let database = PostgresDatabase(address: server ?? "")
        let error = await #expect(throws: PostgresError.self) {
            try await database.read { try $0.execute("CREATE TABLE never (a bigint)") }
        }
        #expect(error?.state == "25006")
        await database.close()
    }
}
