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

    @Test func `a server knows what became of a transaction only on the timeline that gave its number`()
        throws
    {
        let connection = try connection()
        let number = try connection.beginWriting(lock: 31)
        try connection.execute("CREATE TABLE IF NOT EXISTS outcomes (number bigint)")
        try connection.commit()
        #expect(try connection.outcome(ofTransaction: number, on: connection.timeline) == true)
        let undone = try connection.beginWriting(lock: 31)
        try connection.rollBack()
        #expect(try connection.outcome(ofTransaction: undone, on: connection.timeline) == false)
        // A standby that was promoted gives the same numbers again.
        #expect(connection.timeline == "00000001")
        #expect(try connection.outcome(ofTransaction: number, on: "00000002") == nil)
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
