import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import SQLite
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

/// Signing in without the demo: set-up, invitations, passwords, roles and sessions.
@Suite(.timeLimit(.minutes(2)))
struct AccountTests {
    private func withAdministrator(_ body: (APIFixture, Client) async throws -> Void) async throws {
        try await withAPIFixture(isDemo: false) { bench in
            try await bench.setUpAdministrator()
            try await body(bench, try await bench.signIn(named: APIFixture.administratorName))
        }
    }

    @Test func `the first administrator is made by a link of thirty minutes, once (W103)`() async throws {
        try await withAPIFixture(isDemo: false) { bench in
            let body = """
                {"administrator": {"name": "Lena", "signInName": "lead", \
                "password": "\(APIFixture.password)", "language": "en"}}
                """
            // There is no default account, and no link works before the program has printed one.
            #expect(try await bench.post("/api/v1/set-up", body, as: .bearer("link")).code == "link-invalid")
            bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
            bench.clock.advance(by: .seconds(1_800))
            #expect(try await bench.post("/api/v1/set-up", body, as: .bearer("link")).code == "link-invalid")
            bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
            for _ in 0..<2 {
                // Opening the page does not use the link up.
                let need = try await bench.get("/api/v1/set-up", as: .bearer("link"))
                #expect(need["campus"] == .boolean(false))
            }
            #expect(try await bench.post("/api/v1/set-up", body, as: .bearer("link")).status == 201)
            #expect(try await bench.post("/api/v1/set-up", body, as: .bearer("link")).code == "link-invalid")
            bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
            #expect(
                try await bench.post("/api/v1/set-up", body, as: .bearer("link")).code == "already-set-up")
        }
    }

    @Test func `a set-up without a campus writes one`() async throws {
        try await withAPIFixture(isDemo: false, campus: nil) { bench in
            bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
            let need = try await bench.get("/api/v1/set-up", as: .bearer("link"))
            #expect(need["campus"] == .boolean(true))
            let answer = try await bench.post(
                "/api/v1/set-up",
                """
                {"administrator": {"name": "Lena", "signInName": "lead",
                 "password": "\(APIFixture.password)", "language": "ja"},
                 "outline": {"organisation": "Org", "language": "ja", "site": "本社", "timeZone": "Asia/Tokyo",
                 "latitude": 35.6, "longitude": 139.7, "cafe": "カフェ", "currency": "JPY"}}
                """, as: .bearer("link"))
            #expect(answer.status == 201, "\(answer.text)")
            let cafes = try await bench.get("/api/v1/cafes")
            #expect(cafes["cafes.0.name"] == "カフェ")
        }
    }

    @Test func `a campus file with mistakes is refused at set-up, and nothing changes`() async throws {
        try await withAPIFixture(isDemo: false, campus: nil) { bench in
            bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
            let answer = try await bench.post(
                "/api/v1/set-up",
                """
                {"administrator": {"name": "Lena", "signInName": "lead",
                 "password": "\(APIFixture.password)", "language": "en"}, "campus": {"sites": []}}
                """, as: .bearer("link"))
            #expect(answer.code == "invalid-request")
            #expect(!answer.errors.isEmpty)
            #expect(try await bench.services.setUp.isNeeded())
            let need = try await bench.get("/api/v1/set-up", as: .bearer("link"))
            #expect(need.status == 200)
        }
    }

    @Test func `unknown and known names get the same answer`() async throws {
        try await withAdministrator { bench, _ in
            let known = try await bench.post(
                "/api/v1/session", #"{"name": "lead@example.org", "password": "wrong"}"#)
            let unknown = try await bench.post(
                "/api/v1/session", #"{"name": "nobody@example.org", "password": "wrong"}"#)
            #expect(known.code == "wrong-credentials")
            #expect(known.text == unknown.text)
            #expect(known.status == unknown.status)
        }
    }

    @Test func `W109: wrong passwords are slowed down, and others still get in`() async throws {
        try await withAdministrator { bench, _ in
            var codes: [JSONValue?] = []
            for _ in 0..<6 {
                codes.append(
                    try await bench.post(
                        "/api/v1/session", #"{"name": "lead@example.org", "password": "wrong"}"#
                    ).code)
            }
            #expect(codes.dropLast().allSatisfy { $0 == "wrong-credentials" })
            #expect(codes.last == "too-many-tries")
            // The right password from another address is heard.
            let other = HTTPRequest(
                .post, path: "/api/v1/session",
                body: Array(
                    #"{"name": "lead@example.org", "password": "\#(APIFixture.password)", "bearer": true}"#
                        .utf8))
            var request = other
            request.clientAddress = "192.0.2.7"
            #expect(await bench.send(request).status == 201)
            bench.clock.advance(by: .seconds(60))
            #expect(
                try await bench.post(
                    "/api/v1/session", #"{"name": "lead@example.org", "password": "wrong"}"#
                ).code == "wrong-credentials")
        }
    }

    @Test func `an invitation works once, and sets the password`() async throws {
        try await withAdministrator { bench, administrator in
            let answer = try await bench.post(
                "/api/v1/people",
                #"{"name": "Bo", "signInName": "BO@example.org ", "roles": ["employee"], "language": "en"}"#,
                as: administrator)
            let token = try #require(answer["link"]?.text).drop { $0 != "#" }.dropFirst()
            let who = try await bench.post("/api/v1/invitation/check", #"{"token": "\#(token)"}"#)
            #expect(who["signInName"] == "bo@example.org")
            let weak = try await bench.post(
                "/api/v1/invitation", #"{"token": "\#(token)", "password": "password123"}"#)
            #expect(weak.errors == ["/password too-common"])
            let accepted = try await bench.post(
                "/api/v1/invitation", #"{"token": "\#(token)", "password": "\#(APIFixture.password)"}"#)
            #expect(accepted.status == 201)
            let again = try await bench.post(
                "/api/v1/invitation", #"{"token": "\#(token)", "password": "\#(APIFixture.password)"}"#)
            #expect(again.code == "link-invalid")
            _ = try await bench.signIn(named: "bo@example.org")
        }
    }

    @Test func `a suspended person is out at once, and the account keeps its orders`() async throws {
        try await withAdministrator { bench, administrator in
            let (id, bo) = try await bench.invite("Bo", roles: #"["employee"]"#, by: administrator)
            let placed = try await bench.placed(as: bo)
            let answer = await bench.send(
                HTTPRequest(
                    .patch, target: "/api/v1/people/\(id)", fields: try administrator.fields([]),
                    body: Array(#"{"suspended": true}"#.utf8)))
            #expect(answer.status == 204)
            #expect(try await bench.get("/api/v1/session", as: bo).code == "sign-in-required")
            let refused = try await bench.post(
                "/api/v1/session", #"{"name": "bo@example.org", "password": "\#(APIFixture.password)"}"#)
            #expect(refused.code == "wrong-credentials")
            let person = try #require(PersonID(id))
            let orders = try await bench.services.store.read {
                try $0.orders(of: person, before: nil, limit: 10).map(\.id.rawValue)
            }
            #expect(orders == [placed.order])
        }
    }

    @Test func `roles change with the next request (W101), and hold only at their café`() async throws {
        try await withAdministrator { bench, administrator in
            let (id, bo) = try await bench.invite("Bo", roles: #"["employee"]"#, by: administrator)
            let tickets = "/api/v1/cafes/main-cafe/tickets"
            #expect(try await bench.get(tickets, as: bo).code == "forbidden")
            func give(_ roles: String) async throws {
                let answer = await bench.send(
                    HTTPRequest(
                        .patch, target: "/api/v1/people/\(id)", fields: try administrator.fields([]),
                        body: Array(#"{"roles": \#(roles)}"#.utf8)))
                #expect(answer.status == 204, "\(answer.text)")
            }
            try await give(#"["cook@cafe:tokyo-cafe"]"#)
            #expect(try await bench.get(tickets, as: bo).code == "forbidden")
            #expect(try await bench.get("/api/v1/cafes/tokyo-cafe/tickets", as: bo).status == 200)
            try await give(#"["cook@site:berlin"]"#)
            #expect(try await bench.get(tickets, as: bo).status == 200)
            #expect(try await bench.get("/api/v1/cafes/tokyo-cafe/tickets", as: bo).code == "forbidden")
            let unknown = await bench.send(
                HTTPRequest(
                    .patch, target: "/api/v1/people/\(id)", fields: try administrator.fields([]),
                    body: Array(#"{"roles": ["cook@cafe:nowhere"]}"#.utf8)))
            #expect(unknown.code == "unknown-place")
        }
    }

    @Test(arguments: [#"{"suspended": true}"#, #"{"roles": ["employee"]}"#])
    func `the last administrator cannot be lost`(change: String) async throws {
        try await withAdministrator { bench, administrator in
            let people = try await bench.get("/api/v1/people", as: administrator)
            let lead = try #require(
                people["people"]?.elements.first { $0.at("signInName")?.text == APIFixture.administratorName }
            )
            let id = try #require(lead.at("id")?.text)
            let answer = await bench.send(
                HTTPRequest(
                    .patch, target: "/api/v1/people/\(id)", fields: try administrator.fields([]),
                    body: Array(change.utf8)))
            #expect(answer.code == "last-administrator")
            #expect(try await bench.get("/api/v1/people", as: administrator).status == 200)
        }
    }

    @Test func `changing roles needs a recent proof`() async throws {
        try await withAdministrator { bench, administrator in
            bench.clock.advance(by: .seconds(601))
            let body = #"{"name": "Bo", "signInName": "bo", "roles": ["employee"], "language": "en"}"#
            #expect(try await bench.post("/api/v1/people", body, as: administrator).code == "proof-needed")
            let wrong = try await bench.post(
                "/api/v1/session/proof", #"{"password": "wrong"}"#, as: administrator)
            #expect(wrong.code == "wrong-credentials")
            let right = try await bench.post(
                "/api/v1/session/proof", #"{"password": "\#(APIFixture.password)"}"#, as: administrator)
            #expect(right.status == 204)
            #expect(try await bench.post("/api/v1/people", body, as: administrator).status == 201)
        }
    }

    @Test func `people see and end their sessions (W102)`() async throws {
        try await withAdministrator { bench, administrator in
            let other = try await bench.signIn(named: APIFixture.administratorName)
            let sessions = try await bench.get("/api/v1/sessions", as: administrator)
            let all = try #require(sessions["sessions"]?.elements)
            let id = try #require(all.first { $0.at("present") == .boolean(true) }?.at("id")?.text)
            #expect(all.count == 3)
            #expect(try await bench.delete("/api/v1/sessions/\(id)", as: other).status == 204)
            #expect(try await bench.get("/api/v1/session", as: administrator).code == "sign-in-required")
            #expect(try await bench.delete("/api/v1/sessions/\(id)", as: other).code == "unknown-session")
            #expect(try await bench.delete("/api/v1/sessions", as: other).status == 204)
            let left = try await bench.get("/api/v1/sessions", as: other)
            #expect(left["sessions"]?.elements.count == 1)
            let (bo, boClient) = try await bench.invite("Bo", roles: #"["employee"]"#, by: other)
            #expect(try await bench.delete("/api/v1/people/\(bo)/sessions", as: other).status == 204)
            #expect(try await bench.get("/api/v1/session", as: boClient).code == "sign-in-required")
            let changed = try await bench.put(
                "/api/v1/password", #"{"password": "nine slow tortoises", "endOthers": true}"#, as: other)
            #expect(changed.status == 204)
            _ = try await bench.signIn(named: APIFixture.administratorName, password: "nine slow tortoises")
        }
    }

    @Test func `the security log tells who did what, and no secret`() async throws {
        try await withAdministrator { bench, administrator in
            let (id, _) = try await bench.invite("Bo", roles: #"["employee"]"#, by: administrator)
            _ = try await bench.post(
                "/api/v1/session", #"{"name": "bo@example.org", "password": "canary-1"}"#)
            let log = try await bench.get("/api/v1/security-log", as: administrator)
            let kinds = log["entries"]?.elements.compactMap { $0.at("kind")?.text } ?? []
            #expect(
                kinds == [
                    "sign-in-refused", "signed-in", "signed-in", "password-changed", "invited",
                    "person-added",
                    "signed-in", "signed-in", "set-up",
                ])
            #expect(log["entries.0.subject"] == .string("person:\(id)"))
            #expect(!log.text.contains("canary"))
            #expect(!log.text.contains(APIFixture.password))
            #expect(!log.text.contains("example.org"))
            let store = bench.services.store
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.connection.execute("DELETE FROM security_log") }
            }
        }
    }
}
