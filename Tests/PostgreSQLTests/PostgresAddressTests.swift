import Testing

@testable import PostgreSQL

struct PostgresAddressTests {
    @Test(arguments: [
        "postgres:///x", "postgres://user:secret@host:5433/x?sslmode=verify-full", "postgres://a:1,b:2/x",
        "host=/run/postgresql dbname=x",
    ])
    func `a valid address has no mistake`(address: String) {
        #expect(PostgresAddress.mistake(in: address) == nil)
    }

    @Test(arguments: [
        ("postgres://host/x?sslmode=nonsense", "nonsense"), ("postgres://host/x?colour=red", "colour"),
        ("postgres://host:99999/x", "99999"), ("postgres://user:hid%zzden@host/x", "***"),
        ("postgres://user:hidden@[::1/x", "***"),
    ])
    func `a mistake is named without the password`(address: String, word: String) {
        let mistake = PostgresAddress.mistake(in: address) ?? ""
        #expect(mistake.contains(word))
        #expect(!mistake.contains("hid"))
    }

    @Test func `the reason has no hints and no password`() {
        let message = "server at \"a\" failed: hidden\n\tIs the server running?\nserver at \"b\" failed\n"
        #expect(
            PostgresAddress.reason(in: message, of: "postgres://user:hidden@a,b/x")
                == "server at \"a\" failed: ***; server at \"b\" failed")
    }

    @Test func `a user's name that is the password too stays`() {
        #expect(PostgresAddress.reason(in: "user \"x\"", of: "postgres://x:x@a/x") == "user \"x\"")
    }

    @Test func `the message of a statement stays out of the description`() {
        let error = PostgresError(state: PostgresError.connectionFailure, message: "Ada", sql: "SELECT 1")
        #expect(error.description == "PostgreSQL error 08006: there is no connection to the server")
    }
}
