import Cryptography
import Essentials
import HTTPCore
import JSON

@testable import Workplace

extension APIFixture {
    /// A password that is taken, and the administrator's sign-in name.
    static let password = "eleven quiet herons"
    static let administratorName = "lead@example.org"

    /// Finishes the set-up with an administrator; the test's campus is in force already.
    func setUpAdministrator() async throws {
        services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
        let answer = try await post(
            "/api/v1/set-up",
            """
            {"administrator": {"name": "Lena Lead", "signInName": "\(Self.administratorName)",
             "password": "\(Self.password)", "language": "en"}}
            """, as: .bearer("link"))
        guard answer.status == 201 else { throw Missing(what: "set-up: \(answer.text)") }
    }

    /// Signs in with a name and a password, for a bearer token.
    func signIn(named name: String, password: String = password) async throws -> Client {
        let answer = try await post(
            "/api/v1/session", #"{"name": "\#(name)", "password": "\#(password)", "bearer": true}"#)
        guard let token = answer["token"]?.text else { throw Missing(what: "token: \(answer.text)") }
        return .bearer(token)
    }

    /// Adds a person by a page's request, who sets a password and signs in.
    func invite(
        _ name: String, roles: String, by administrator: Client, password: String = password
    ) async throws -> (id: String, client: Client) {
        let signInName = "\(name.lowercased())@example.org"
        let answer = try await post(
            "/api/v1/people",
            """
            {"name": "\(name)", "signInName": "\(signInName)", "roles": \(roles), "language": "en",
             "balances": [{"amount": 5000, "currency": "EUR"}]}
            """, as: administrator)
        guard let link = answer["link"]?.text, let id = answer["person"]?.text else {
            throw Missing(what: "invitation: \(answer.text)")
        }
        let token = String(link.drop { $0 != "#" }.dropFirst())
        let accepted = try await post(
            "/api/v1/invitation", #"{"token": "\#(token)", "password": "\#(password)"}"#)
        guard accepted.status == 201 else { throw Missing(what: "acceptance: \(accepted.text)") }
        return (id, try await signIn(named: signInName, password: password))
    }
}
