import JSON
import Testing

@testable import WorkplaceClient

@Suite(.timeLimit(.minutes(1)))
struct APIClientTests {
    private func order() -> JSONWriter {
        var json = JSONWriter()
        json.object { $0.member("cafe", "main") }
        return json
    }

    @Test(arguments: ["127.0.0.1:8080", "ftp://here", ""])
    func `an address without http or https is refused`(address: String) {
        #expect(throws: InvalidServerAddress(address: address)) {
            _ = try APIClient(server: address, userAgent: "test/1")
        }
    }

    @Test func `a request names the program and the language`() async throws {
        let server = FakeServer([.json(200, "{}"), .json(200, "{}")])
        _ = try await server.client(language: "ja").get("/api/v1/cafes")
        _ = try await server.client().get("/api/v1/cafes")
        let requests = server.requests
        #expect(requests.map(\.line) == ["GET /api/v1/cafes", "GET /api/v1/cafes"])
        #expect(requests[0].fields["User-Agent"] == "test/1")
        #expect(requests[0].fields["Accept-Language"] == "ja")
        #expect(requests[1].fields["Accept-Language"] == nil)
    }

    @Test func `a client shows its token after it has signed in and until it signs out`() async throws {
        let server = FakeServer([.json(201, #"{"token": "t"}"#), .json(200, "{}"), .json(200, "{}")])
        var client = try server.client()
        #expect(!client.isSignedIn)
        try await client.signIn(as: "ada")
        #expect(client.isSignedIn)
        _ = try await client.put("/a")
        client.signOut()
        _ = try await client.delete("/a")
        let requests = server.requests
        #expect(requests[0].body == #"{"person":"ada","bearer":true}"#)
        #expect(requests.map { $0.fields["Authorization"] } == [nil, "Bearer t", nil])
    }

    @Test func `an unknown person is refused with the names that the server offers`() async throws {
        let people = (1...21).map { #"{"id": "p\#($0)"}"# }.joined(separator: ",")
        let server = FakeServer([
            .json(422, #"{"code": "unknown-principal"}"#), .json(200, #"{"people": [\#(people)]}"#),
        ])
        var client = try server.client()
        let failure = await #expect(throws: UnknownPerson.self) { try await client.signIn(as: "nobody") }
        #expect(failure?.known.count == 21)
        #expect(failure?.description.hasPrefix("There is no person nobody; there are p1, p2, ") == true)
        #expect(failure?.description.hasSuffix("p20 and others.") == true)
    }

    @Test func `an unknown person is refused also when the server names nobody`() async throws {
        let server = FakeServer([.json(422, #"{"code": "unknown-principal"}"#), .connectionLost])
        var client = try server.client()
        let failure = await #expect(throws: UnknownPerson.self) { try await client.signIn(as: "nobody") }
        #expect(failure?.description == "There is no person nobody.")
        #expect(!client.isSignedIn)
    }

    @Test func `a request that gets no answer fails with the server's address`() async throws {
        let failure = await #expect(throws: NoAnswer.self) {
            _ = try await FakeServer([.connectionLost]).client().get("/a")
        }
        #expect(failure?.description == "No server answers at http://127.0.0.1:1.")
    }

    @Test(arguments: [
        "SSL certificate problem: self-signed certificate",
        "SSL: no alternative certificate subject name matches target host name '127.0.0.2'",
    ])
    func `a certificate that is not trusted is named, and the request is not sent again`(
        sentence: String
    ) async throws {
        let server = FakeServer([.failure(sentence), .failure(sentence)])
        let client = try server.client()
        let failure = await #expect(throws: NoAnswer.self) { _ = try await client.get("/a") }
        #expect(failure?.reason == .untrustedCertificate)
        #expect(failure?.description.contains("is not trusted") == true)
        // It cannot have taken effect, because nothing was sent.
        await #expect(throws: NoAnswer.self) { _ = try await client.postOnce("/a", order(), key: "k") }
        #expect(server.requests.count == 2)
    }

    @Test func `a server that answers without JSON is no Vicinity server`() async throws {
        let failure = await #expect(throws: UnexpectedAnswer.self) {
            _ = try await FakeServer([.json(200, "<html>")]).client().get("/a")
        }
        #expect(failure?.description == "What answers at http://127.0.0.1:1 is not a Vicinity server.")
    }

    @Test func `a request that must take effect once is sent again with the same key`() async throws {
        let server = FakeServer([.connectionLost, .json(201, #"{"number": "042"}"#)])
        let answer = try await server.client().postOnce("/api/v1/orders", order(), key: "k")
        #expect(try answer.reading { $0["number"].string() } == "042")
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests[0] == requests[1])
        #expect(requests[0].fields["Idempotency-Key"] == "k")
    }

    @Test func `a request whose outcome a proxy or the database hides is sent again`() async throws {
        let server = FakeServer([
            .json(503, #"{"code": "database-away"}"#), .json(502, "<html>"),
            .json(201, #"{"number": "042"}"#),
        ])
        var client = try server.client()
        client.pauses = [.zero, .zero]
        let answer = try await client.postOnce("/api/v1/orders", order(), key: "k")
        #expect(try answer.reading { $0["number"].string() } == "042")
        #expect(Set(server.requests.map { $0.fields["Idempotency-Key"] }) == ["k"])
    }

    @Test func `when no repetition is answered the outcome is unknown`() async throws {
        let server = FakeServer([
            .connectionLost, .json(503, #"{"code": "database-away"}"#), .connectionLost,
        ])
        var impatient = try server.client()
        impatient.pauses = [.zero, .zero]
        let client = impatient
        await #expect(throws: UnknownOutcome(key: "k")) {
            _ = try await client.postOnce("/api/v1/orders", order(), key: "k")
        }
        #expect(server.requests.count == 3)
    }

    @Test func `a refused request is not sent again`() async throws {
        let server = FakeServer([.json(409, #"{"code": "sold-out"}"#)])
        let problem = await #expect(throws: APIProblem.self) {
            _ = try await server.client().postOnce("/api/v1/orders", order(), key: "k")
        }
        #expect(problem?.code == "sold-out")
    }

    @Test func `a missing part of an answer is reported as another version`() async throws {
        let answer = try await FakeServer([.json(200, #"{"total": 1}"#)]).client().get("/a")
        #expect(throws: UnexpectedAnswer.self) { try answer.reading { $0["name"].string() } }
    }
}
