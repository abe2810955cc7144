import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

/// Screens and terminals that sign in by a code.
@Suite(.timeLimit(.minutes(2)))
struct PairingTests {
    private func form(_ target: String, _ body: String, _ bench: APIFixture) async throws -> Answer {
        await bench.send(
            HTTPRequest(
                .post, target: target,
                fields: try HTTPFields([
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Host", "vicinity.example"),
                ]), body: Array(body.utf8)))
    }

    private func begin(_ purpose: String, _ bench: APIFixture) async throws -> (device: String, code: String)
    {
        let answer = try await form("/oauth/device_authorization", "client_id=\(purpose)", bench)
        guard let device = answer["device_code"]?.text, let code = answer["user_code"]?.text else {
            throw Missing(what: "code: \(answer.text)")
        }
        return (device, code)
    }

    private func ask(_ device: String, _ purpose: String, _ bench: APIFixture) async throws -> Answer {
        let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
        return try await form(
            "/oauth/token", "grant_type=\(grant)&client_id=\(purpose)&device_code=\(device)", bench)
    }

    @Test func `a screen is let in by its code, once, for one café`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let (device, code) = try await begin("kitchen", bench)
            #expect(try await ask(device, "kitchen", bench)["error"] == "authorization_pending")
            let shown = try await bench.get("/api/v1/pairings/\(code.lowercased())", as: mia)
            #expect(shown["purpose"] == "kitchen")
            #expect(shown["cafes"]?.elements.count == 2)
            let approved = try await bench.post(
                "/api/v1/pairings/\(code)/approval", #"{"name": "Wall left", "cafe": "main-cafe"}"#, as: mia)
            #expect(approved.status == 204)
            bench.clock.advance(by: .seconds(5))
            let answer = try await ask(device, "kitchen", bench)
            let token = try #require(answer["access_token"]?.text)
            #expect(try await ask(device, "kitchen", bench)["error"] == "expired_token")
            let screen = Client.bearer(token)
            #expect(try await bench.get("/api/v1/session", as: screen)["principal.name"] == "Wall left")
            #expect(try await bench.get("/api/v1/cafes/main-cafe/tickets", as: screen).status == 200)
            #expect(try await bench.get("/api/v1/cafes/tokyo-cafe/tickets", as: screen).code == "forbidden")
            let screens = try await bench.get("/api/v1/screens", as: mia)
            let id = try #require(screens["screens.0.id"]?.text)
            #expect(try await bench.delete("/api/v1/screens/\(id)", as: mia).status == 204)
            #expect(try await bench.get("/api/v1/session", as: screen).code == "sign-in-required")
        }
    }

    @Test func `a tablet at an entrance is let in for one entrance, and not for a café`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let (device, code) = try await begin("entrance", bench)
            let shown = try await bench.get("/api/v1/pairings/\(code)", as: ann)
            #expect(shown["cafes"]?.elements.isEmpty == true)
            #expect(shown["entrances"]?.elements.map { $0.at("id") } == ["berlin-door", "tokyo-door"])
            let path = "/api/v1/pairings/\(code)/approval"
            let cafe = try await bench.post(path, #"{"name": "Door", "cafe": "main-cafe"}"#, as: ann)
            #expect(cafe.code == "forbidden")
            let unknown = try await bench.post(path, #"{"name": "Door", "entrance": "main-room"}"#, as: ann)
            #expect(unknown.code == "invalid-request")
            let approved = try await bench.post(
                path, #"{"name": "Door", "entrance": "berlin-door"}"#, as: ann)
            #expect(approved.status == 204)
            let token = try #require(try await ask(device, "entrance", bench)["access_token"]?.text)
            let tablet = Client.bearer(token)
            #expect(
                try await bench.get("/api/v1/session", as: tablet)["principal.entrance"] == "berlin-door")
            #expect(try await bench.get("/api/v1/door-code", as: tablet)["entrance.id"] == "berlin-door")
            #expect(try await bench.get("/api/v1/cafes/main-cafe/board", as: tablet).code == "forbidden")
        }
    }

    @Test func `a kiosk may do nothing that is not a kiosk's`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let (device, code) = try await begin("kiosk", bench)
            try await bench.post(
                "/api/v1/pairings/\(code)/approval", #"{"name": "Kiosk", "cafe": "main-cafe"}"#, as: mia)
            let token = try #require(try await ask(device, "kiosk", bench)["access_token"]?.text)
            let kiosk = Client.bearer(token)
            for target in [
                "/api/v1/cafes/main-cafe/tickets", "/api/v1/cafes/main-cafe/board", "/api/v1/orders",
                "/api/v1/people", "/api/v1/security-log", "/api/v1/screens", "/api/v1/attendance",
                "/api/v1/sessions",
            ] {
                #expect(try await bench.get(target, as: kiosk).code == "forbidden", "\(target)")
            }
        }
    }

    @Test func `questions that come too fast are slowed down, and codes expire`() async throws {
        try await withAPIFixture { bench in
            let (device, code) = try await begin("board", bench)
            #expect(try await ask(device, "board", bench)["error"] == "authorization_pending")
            #expect(try await ask(device, "board", bench)["error"] == "slow_down")
            bench.clock.advance(by: .seconds(9))
            #expect(try await ask(device, "board", bench)["error"] == "slow_down")
            bench.clock.advance(by: .seconds(600))
            #expect(try await ask(device, "board", bench)["error"] == "expired_token")
            let mia = try await bench.signIn("mia")
            #expect(try await bench.get("/api/v1/pairings/\(code)", as: mia).code == "unknown-code")
        }
    }

    @Test func `W109: wrong codes are heard five times a minute`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            var codes: [JSONValue?] = []
            for _ in 0..<6 { codes.append(try await bench.get("/api/v1/pairings/bcdf-ghjk", as: mia).code) }
            #expect(codes.dropLast().allSatisfy { $0 == "unknown-code" })
            #expect(codes.last == "too-many-codes")
            // Somebody else behind the same address types a code all the same.
            let ann = try await bench.signIn("ann")
            let (_, code) = try await begin("kitchen", bench)
            #expect(try await bench.get("/api/v1/pairings/\(code)", as: ann).status == 200)
        }
    }

    @Test func `a cook and a manager of another café cannot let a screen in`() async throws {
        try await withAPIFixture { bench in
            for who in ["carl", "ada"] {
                let (device, code) = try await begin("kitchen", bench)
                let answer = try await bench.post(
                    "/api/v1/pairings/\(code)/approval", #"{"name": "Mine", "cafe": "main-cafe"}"#,
                    as: try await bench.signIn(who))
                #expect(answer.code == "forbidden")
                #expect(try await ask(device, "kitchen", bench)["error"] == "authorization_pending")
            }
        }
    }

    @Test func `a terminal acts as the person who approved it; a refused one does not`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (device, code) = try await begin("terminal", bench)
            #expect(try await bench.post("/api/v1/pairings/\(code)/approval", "{}", as: ada).status == 204)
            let token = try #require(try await ask(device, "terminal", bench)["access_token"]?.text)
            let answer = try await bench.get("/api/v1/session", as: .bearer(token))
            #expect(answer["principal.id"] == "ada")
            let (other, otherCode) = try await begin("terminal", bench)
            #expect(
                try await bench.post("/api/v1/pairings/\(otherCode)/refusal", "", as: ada).status == 204)
            #expect(try await ask(other, "terminal", bench)["error"] == "access_denied")
        }
    }

    @Test(arguments: [
        ("client_id=fridge", "invalid_client"), ("client_id=board&client_id=board", "invalid_request"),
        ("", "invalid_client"), ("client_id=%zz", "invalid_request"),
    ])
    func `a wrong question gets OAuth's error`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await form("/oauth/device_authorization", body, bench)
            #expect(answer.status == 400)
            #expect(answer["error"] == .string(error))
        }
    }

    @Test func `a page changes a device's token into a cookie`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let (device, code) = try await begin("kitchen", bench)
            try await bench.post(
                "/api/v1/pairings/\(code)/approval", #"{"name": "Wall", "cafe": "main-cafe"}"#, as: mia)
            let token = try #require(try await ask(device, "kitchen", bench)["access_token"]?.text)
            let answer = try await bench.post("/api/v1/session", #"{"token": "\#(token)"}"#)
            #expect(answer.status == 201)
            #expect(answer.fields["Set-Cookie"]?.hasPrefix("vicinity-session=") == true)
            #expect(try await bench.get("/api/v1/session", as: .bearer(token)).code == "sign-in-required")
            #expect(
                try await bench.post("/api/v1/session", #"{"token": "\#(token)"}"#).code == "sign-in-required"
            )
        }
    }
}
