import Foundation
import PostgreSQL
import Synchronization
import Workplace

/// The PostgreSQL server of the tests, if `VICINITY_TEST_POSTGRES` names one.
///
/// `scripts/postgres-server` starts one and prints its address, with `DATABASE` in place of the database's name. With
/// `VICINITY_TEST_STORES=postgres` the stores of all tests that do not name a file are databases of that server.
public enum TestPostgres {
    /// The address with `DATABASE` in place of the name; `nil` without a server.
    public static let address = ProcessInfo.processInfo.environment["VICINITY_TEST_POSTGRES"]

    /// Whether the stores of tests that do not name a file are on the server.
    public static let isStandard = ProcessInfo.processInfo.environment["VICINITY_TEST_STORES"] == "postgres"

    private static let count = Atomic<Int>(0)
    // Made once in a process, because all migrations take longer than most tests.
    private static let empty = Task { try await makeEmpty() }

    private static func location(of database: String) -> String {
        (address ?? "").replacingOccurrences(of: "DATABASE", with: database)
    }

    private static func administer(_ script: String) throws {
        try PostgresConnection(address: location(of: "postgres")).execute(script: script)
    }

    private static func makeEmpty() async throws -> String {
        let name = "empty_\(ProcessInfo.processInfo.processIdentifier)"
        try administer("CREATE DATABASE \(name)")
        let store = try await PostgresWorkplaceStore(address: location(of: name), publish: { _ in })
        await store.close()
        return name
    }

    /// Runs a body with the address of a new database in the present schema, and removes the database afterwards.
    ///
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and `PostgresError`.
    public static func withDatabase<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let template = try await empty.value
        let number = count.add(1, ordering: .relaxed).newValue
        let name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
        // A template that somebody is still leaving is refused for a moment.
        for attempt in 1... {
            do {
                try administer("CREATE DATABASE \(name) TEMPLATE \(template)")
                break
            } catch let error as PostgresError where error.state == "55006" && attempt < 100 {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let result: Result
        do { result = try await body(location(of: name)) } catch {
            try administer("DROP DATABASE \(name) WITH (FORCE)")
            throw error
        }
        try administer("DROP DATABASE \(name) WITH (FORCE)")
        return result
    }
}
