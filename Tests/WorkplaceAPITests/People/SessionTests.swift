import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
    @Test func `the demo names whom one can sign in as`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/sign-in?lang=ja")
            #expect(answer["mode"] == "demo")
            #expect(answer["people.0.name"] == "Ada Lovelace")
            #expect(answer["people"]?.elements.count == 8)
            #expect(answer["devices.0.name"] == "厨房")
        }
    }

    @Test func `outside the demo nobody is named and nobody gets in`() async throws {
        try await withAPIFixture(isDemo: false) { bench in
            let choices = try await bench.get("/api/v1/sign-in")
            #expect(choices["mode"] == "accounts")
            #expect(choices["people"] == .array([]))
            #expect(choices["devices"] == .array([]))
            let answer = try await bench.post("/api/v1/session", #"{"person": "ada"}"#)
            #expect(answer.status == 403)
            #expect(answer.code == "sign-in-unavailable")
        }
    }

    @Test(arguments: [false, true])
    func `the cookie is for this site's pages only`(isSecure: Bool) async throws {
        try await withAPIFixture { bench in
            let answer = await bench.send(
                HTTPRequest(
                    .post, path: "/api/v1/session", body: Array(#"{"person": "ada"}"#.utf8),
                    isSecure: isSecure))
            #expect(answer.status == 201)
            #expect(answer["token"] == nil)
            let parts = (answer.fields["Set-Cookie"] ?? "").split(separator: ";").map {
                $0.drop { $0 == " " }
            }
            let name = isSecure ? "__Host-vicinity-session=" : "vicinity-session="
            #expect(parts.first?.hasPrefix(name) == true)
            #expect(parts.first?.count == name.count + 43)
            let attributes = Set(parts.dropFirst().map(String.init))
            let expected: Set = ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=1209600"]
            #expect(attributes == (isSecure ? expected.union(["Secure"]) : expected))
        }
    }

    @Test func `a bearer token comes without a cookie`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post(
                "/api/v1/session", #"{"device": "kitchen-main", "bearer": true}"#)
            #expect(answer.fields["Set-Cookie"] == nil)
            #expect(answer["token"]?.text?.count == 43)
            #expect(answer["principal.kind"] == "device")
            #expect(answer["principal.cafe"] == "main-cafe")
        }
    }

    @Test(arguments: [
        (#"{}"#, "/person required"), (#"{"person": "ada", "device": "board-main"}"#, "/device value"),
        (#"{"person": 7}"#, "/person type"), (#"{"person": "Ada!"}"#, "/person value"),
        (#"{"person": "ada", "admin": true}"#, "/admin unknown-member"),
        (#"{"person": "ada", "bearer": "yes"}"#, "/bearer type"), (#"[]"#, " type"),
    ])
    func `a sign-in of another shape names the field`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post("/api/v1/session", body)
            #expect(answer.status == 400)
            #expect(answer.errors.contains(error))
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test func `somebody unknown cannot sign in`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post("/api/v1/session", #"{"person": "mallory"}"#)
            #expect(answer.status == 422)
            #expect(answer.code == "unknown-principal")
        }
    }

    /// Further fields of a request with Ada's cookie, and whether a change goes through.
    static let origins: [(fields: [(String, String)], hasToken: Bool, isTaken: Bool)] = [
        ([], true, true), ([], false, false), ([("X-CSRF-Token", "guess")], false, false),
        ([("Sec-Fetch-Site", "same-origin")], true, true), ([("Sec-Fetch-Site", "none")], true, true),
        ([("Sec-Fetch-Site", "cross-site")], true, false), ([("Sec-Fetch-Site", "same-site")], true, false),
        ([("Host", "cafe.test"), ("Origin", "https://cafe.test")], true, true),
        ([("Host", "cafe.test"), ("Origin", "https://Cafe.test")], true, true),
        ([("Host", "cafe.test"), ("Origin", "https://evil.test")], true, false),
        ([("Host", "cafe.test"), ("Origin", "https://cafe.test.evil.test")], true, false),
        ([("Host", "cafe.test"), ("Origin", "null")], true, false),
        ([("Origin", "https://cafe.test")], true, false),
    ]

    @Test(arguments: origins.indices)
    func `a change with a cookie must come from a page of this server`(index: Int) async throws {
        let (further, hasToken, isTaken) = Self.origins[index]
        try await withAPIFixture { bench in
            let (cookie, csrf) = try await bench.signInWithCookie("ada")
            let before = try await bench.stateFingerprint()
            let token = hasToken ? [("X-CSRF-Token", csrf)] : []
            let answer = try await bench.post(
                "/api/v1/orders", APIFixture.soup(), as: .nobody,
                [("Cookie", "a=b; \(cookie)"), ("Idempotency-Key", "k")] + token + further)
            #expect(answer.status == (isTaken ? 201 : 403))
            if !isTaken {
                #expect(answer.code == "csrf")
                #expect(try await bench.stateFingerprint() == before)
            }
        }
    }

    /// What a proxy sent as `Host`, and what the browser as `Origin`.
    @Test(arguments: [
        ("cafe.test", "https://cafe.test:8443", true, true), ("cafe.test", "https://cafe.test", true, true),
        ("cafe.test:8443", "https://cafe.test:8443", true, true), ("[::1]", "https://[::1]:8443", true, true),
        ("cafe.test", "https://cafe.test:8443", false, false),
        ("cafe.test", "https://cafe.test:x", true, false),
        ("cafe.test", "https://cafe.test.evil.test:8443", true, false),
        ("cafe.test:80", "https://cafe.test:8443", true, false),
    ])
    func `behind a trusted proxy the port may be missing from the host`(
        host: String, origin: String, comesThroughProxy: Bool, isTaken: Bool
    ) async throws {
        try await withAPIFixture { bench in
            var request = HTTPRequest(
                .post, path: "/api/v1/session",
                fields: try HTTPFields([
                    ("Content-Type", "application/json"), ("Host", host), ("Origin", origin),
                ]),
                body: Array(#"{"person": "ada"}"#.utf8))
            request.comesThroughProxy = comesThroughProxy
            #expect(await bench.send(request).status == (isTaken ? 201 : 403))
        }
    }

    @Test func `a read with a cookie needs no token`() async throws {
        try await withAPIFixture { bench in
            let (cookie, csrf) = try await bench.signInWithCookie("ada")
            let answer = try await bench.get("/api/v1/session", as: .nobody, [("Cookie", cookie)])
            #expect(answer["principal.id"] == "ada")
            #expect(answer["csrf"] == .string(csrf))
            #expect(answer["demo"] == .boolean(true))
            #expect(answer.fields["Cache-Control"] == "no-store")
        }
    }

    @Test(arguments: [
        [("Sec-Fetch-Site", "cross-site")], [("Origin", "https://evil.test"), ("Host", "cafe.test")],
    ])
    func `another site cannot sign a browser in`(fields: [(String, String)]) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post("/api/v1/session", #"{"person": "ada"}"#, as: .nobody, fields)
            #expect(answer.code == "csrf")
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test func `signing out ends the session and removes the cookie`() async throws {
        try await withAPIFixture { bench in
            let (cookie, csrf) = try await bench.signInWithCookie("ada")
            let fields = try HTTPFields([("Cookie", cookie), ("X-CSRF-Token", csrf)])
            let answer = await bench.send(HTTPRequest(.delete, path: "/api/v1/session", fields: fields))
            #expect(answer.status == 204)
            #expect(answer.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(answer.fields["Set-Cookie"]?.hasPrefix("vicinity-session=;") == true)
            #expect(try await bench.get("/api/v1/session", as: .nobody, [("Cookie", cookie)]).status == 401)
        }
    }

    @Test func `W109: an address signs in only so often in a minute`() async throws {
        try await withAPIFixture { bench in
            // Refused for its shape, and counted all the same.
            var request = HTTPRequest(.post, path: "/api/v1/session", body: Array("{}".utf8))
            request.clientAddress = "192.0.2.1"
            for _ in 0..<SignInLimit.perMinute { _ = await bench.router.respond(to: request) }
            bench.clock.advance(by: .milliseconds(15_500))
            let refused = await bench.send(request)
            #expect(refused.status == 429)
            #expect(refused.code == "too-many-sign-ins")
            #expect(refused.fields["Retry-After"] == "45")
            request.clientAddress = "192.0.2.2"
            #expect(await bench.send(request).status == 400)
            bench.clock.advance(by: .milliseconds(44_500))
            request.clientAddress = "192.0.2.1"
            #expect(await bench.send(request).status == 400)
        }
    }

    @Test func `signing out ends the streams of the session, and of no other`() async throws {
        try await withAPIFixture { bench in
            let (ada, other) = (try await bench.signIn("ada"), try await bench.signIn("ada"))
            let feed = "/api/v1/feed?topics=person/ada"
            var ended = EventReader(try #require(try await bench.get(feed, as: ada).pipe))
            var open = EventReader(try #require(try await bench.get(feed, as: other).pipe))
            let fields = try ada.fields([])
            let answer = await bench.send(HTTPRequest(.delete, path: "/api/v1/session", fields: fields))
            #expect(answer.status == 204)
            _ = (ended.read(), open.read())
            #expect(ended.isFinished)
            #expect(!open.isFinished)
        }
    }

    @Test func `a session ends by itself after fourteen days`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            bench.clock.advance(by: .seconds(14 * 24 * 3_600 - 1))
            #expect(try await bench.get("/api/v1/session", as: ada).status == 200)
            bench.clock.advance(by: .seconds(1))
            let answer = try await bench.get("/api/v1/session", as: ada)
            #expect(answer.status == 401)
            #expect(answer.code == "sign-in-required")
        }
    }

    @Test(arguments: [
        ("Basic YWRhOmFkYQ==", true), ("Digest username=\"ada\"", true), ("", true),
        ("Bearer nonsense", false),
        ("bearer", false), ("Bearer ", false),
    ])
    func `a credential of another scheme leaves the cookie as it is`(field: String, isSignedIn: Bool)
        async throws
    {
        try await withAPIFixture { bench in
            let (cookie, csrf) = try await bench.signInWithCookie("ada")
            let fields = [("Cookie", cookie), ("Authorization", field)]
            let read = try await bench.get("/api/v1/session", as: .nobody, fields)
            #expect(read.status == (isSignedIn ? 200 : 401))
            let order = [("Idempotency-Key", "k")]
            let forged = try await bench.post(
                "/api/v1/orders", APIFixture.soup(), as: .nobody, fields + order)
            #expect(forged.status == (isSignedIn ? 403 : 401))
            let own = try await bench.post(
                "/api/v1/orders", APIFixture.soup(), as: .nobody, fields + order + [("X-CSRF-Token", csrf)])
            #expect(own.status == (isSignedIn ? 201 : 401))
        }
    }

    @Test func `signing in again in the same browser ends the earlier session and its streams`() async throws
    {
        try await withAPIFixture { bench in
            let (first, _) = try await bench.signInWithCookie("ada")
            let (elsewhere, _) = try await bench.signInWithCookie("ada")
            let feed = "/api/v1/feed?topics=person/ada"
            let pipe = try await bench.get(feed, as: .nobody, [("Cookie", first)]).pipe
            var reader = EventReader(try #require(pipe))
            let answer = try await bench.post(
                "/api/v1/session", #"{"person": "grace"}"#, as: .nobody, [("Cookie", first)])
            let second = String(try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" })
            _ = reader.read()
            #expect(reader.isFinished)
            for (cookie, status) in [(first, 401), (second, 200), (elsewhere, 200)] {
                #expect(
                    try await bench.get("/api/v1/session", as: .nobody, [("Cookie", cookie)]).status == status
                )
            }
            let digest = SessionCookie.digest(of: first.split(separator: "=", maxSplits: 1)[1])
            let kept = try await bench.services.store.read { try $0.session(tokenDigest: digest) }
            #expect(kept == nil)
        }
    }

    @Test func `a sign-in that is refused, or asks for a token, leaves the browser's session`() async throws {
        try await withAPIFixture { bench in
            let (cookie, _) = try await bench.signInWithCookie("ada")
            for body in [#"{"person": "mallory"}"#, #"{"person": "grace", "bearer": true}"#] {
                _ = try await bench.post("/api/v1/session", body, as: .nobody, [("Cookie", cookie)])
            }
            #expect(try await bench.get("/api/v1/session", as: .nobody, [("Cookie", cookie)]).status == 200)
        }
    }

    @Test func `answers for one person are stored nowhere`() async throws {
        try await withAPIFixture { bench in
            let opened = try await bench.post("/api/v1/session", #"{"person": "ada"}"#)
            #expect(opened.fields["Cache-Control"] == "no-store")
            let ada = try await bench.signIn("ada")
            _ = try await bench.placed(as: ada)
            for path in [
                "session", "orders", "account", "favourites", "attendance", "presence/following",
                "tips/export",
            ] {
                let answer = try await bench.get("/api/v1/\(path)", as: ada)
                #expect(answer.fields["Cache-Control"] == "no-store", "\(path) \(answer.status)")
            }
        }
    }

    @Test(arguments: ["Basic YWRhOmFkYQ==", "Bearer", "Bearer nonsense", "bearer  "])
    func `another credential opens nothing`(field: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/session", as: .nobody, [("Authorization", field)])
            #expect(answer.status == 401)
            #expect(answer.fields["WWW-Authenticate"] == "Bearer")
        }
    }
}
