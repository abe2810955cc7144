import Essentials
import Foundation
import HTTPCore
import JSON
import SQLite
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

/// The requests for passkeys, and recovery codes; the end-to-end tests have authenticators.
@Suite(.timeLimit(.minutes(2)))
struct PasskeyTests {
    private func withAdministrator(_ body: (APIFixture, Client) async throws -> Void) async throws {
        try await withAPIFixture(isDemo: false) { bench in
            try await bench.setUpAdministrator()
            try await body(bench, try await bench.signIn(named: APIFixture.administratorName))
        }
    }

    /// What a browser answered to another challenge.
    private static func answer(_ part: String) throws -> String {
        let file = URL(filePath: #filePath).appending(path: "../../../WebAuthnTests/Fixtures/chromium.json")
        let samples = try JSONValue(parsing: Array(try Data(contentsOf: file.standardizedFileURL)))
        var json = JSONWriter()
        json.value(try #require(samples.at("0.\(part)")))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(arguments: [(299, "passkey-refused"), (300, "passkey-request-over")])
    func `a challenge works once, for five minutes at most`(seconds: Int, code: String) async throws {
        try await withAdministrator { bench, administrator in
            let host = [("Host", "localhost")]
            let credential = try Self.answer("registration")
            let asked = try await bench.post("/api/v1/passkeys/options", "", as: administrator, host)
            let request = try #require(asked["request"]?.text)
            bench.clock.advance(by: .seconds(seconds))
            let body = #"{"name": "Key", "request": "\#(request)", "credential": \#(credential)}"#
            let answer = try await bench.post("/api/v1/passkeys", body, as: administrator, host)
            // The answer is to another challenge, which is found only as long as there is one.
            #expect(answer.code == .string(code))
            let again = try await bench.post("/api/v1/passkeys", body, as: administrator, host)
            #expect(again.code == "passkey-request-over")
        }
    }

    @Test(arguments: [(299, "wrong-credentials"), (300, "passkey-request-over")])
    func `so does that of a sign-in`(seconds: Int, code: String) async throws {
        try await withAdministrator { bench, _ in
            let host = [("Host", "localhost")]
            let credential = try Self.answer("assertion")
            let asked = try await bench.post("/api/v1/session/passkey-options", "", host)
            let request = try #require(asked["request"]?.text)
            bench.clock.advance(by: .seconds(seconds))
            let body = #"{"passkey": {"request": "\#(request)", "credential": \#(credential)}}"#
            #expect(try await bench.post("/api/v1/session", body, host).code == .string(code))
            #expect(try await bench.post("/api/v1/session", body, host).code == "passkey-request-over")
        }
    }

    @Test func `a recovery code lets its person in once, and is stored as a digest`() async throws {
        try await withAdministrator { bench, administrator in
            let made = try await bench.post("/api/v1/recovery-codes", "", as: administrator)
            #expect(made.status == 201)
            let code = try #require(made["codes.0"]?.text)
            let body = #"{"name": "lead@example.org", "recoveryCode": "\#(code)", "bearer": true}"#
            let stored = try await bench.services.store.read { reading in
                try reading.connection.all("SELECT digest FROM recovery_codes") { try $0.blob(0) }
            }
            #expect(stored.count == 10)
            #expect(stored.allSatisfy { $0.count == 32 })
            #expect(try await bench.post("/api/v1/session", body).status == 201)
            #expect(try await bench.get("/api/v1/recovery-codes", as: administrator)["left"] == 9)
            #expect(try await bench.post("/api/v1/session", body).code == "wrong-credentials")
        }
    }

    @Test func `a recovery code is nobody else's, and wrong ones are slowed down`() async throws {
        try await withAdministrator { bench, administrator in
            _ = try await bench.post(
                "/api/v1/people",
                #"{"name": "Bo", "signInName": "bo@example.org", "roles": ["employee"], "language": "en"}"#,
                as: administrator)
            let made = try await bench.post("/api/v1/recovery-codes", "", as: administrator)
            let code = try #require(made["codes.0"]?.text)
            let body = #"{"name": "bo@example.org", "recoveryCode": "\#(code)"}"#
            for _ in 0..<5 {
                #expect(try await bench.post("/api/v1/session", body).code == "wrong-credentials")
            }
            #expect(try await bench.post("/api/v1/session", body).code == "too-many-tries")
            #expect(try await bench.get("/api/v1/recovery-codes", as: administrator)["left"] == 10)
        }
    }

    @Test func `recovery codes need a recent proof`() async throws {
        try await withAdministrator { bench, administrator in
            bench.clock.advance(by: .seconds(600))
            let answer = try await bench.post("/api/v1/recovery-codes", "", as: administrator)
            #expect(answer.code == "proof-needed")
        }
    }
}
