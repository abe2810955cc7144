import JSON
import Testing

@testable import WorkplaceClient

struct APIProblemTests {
    private func problem(_ text: String, status: Int? = 400) throws -> APIProblem {
        APIProblem(try JSONValue(parsing: Array(text.utf8)), status: status)
    }

    @Test func `a problem is its sentence and code, then each mistake on a line of its own`() throws {
        let problem = try problem(
            """
            {"code": "invalid-request", "title": "Wrong shape", "detail": "Look.", "incident": "i1",
             "errors": [{"pointer": "/a", "detail": "No."}, {"pointer": "/b", "detail": "Nor this."}]}
            """)
        #expect(
            problem.description
                == "Look. (invalid-request)\n  Incident i1\n  /a: No.\n  /b: Nor this.")
    }

    @Test func `a failure of the server names its incident, for the report that it asks for`() throws {
        let problem = try problem(
            """
            {"title": "Internal Server Error", "status": 500, "code": "internal-error",
             "detail": "The server could not answer. Name the incident when you report this.",
             "incident": "00c0ffee00c0ffee"}
            """, status: 500)
        #expect(
            problem.description == """
                The server could not answer. Name the incident when you report this. (internal-error)
                  Incident 00c0ffee00c0ffee
                """)
    }

    @Test func `a refusal without an incident names none`() throws {
        #expect(try problem(#"{"code": "busy", "detail": "Repeat it."}"#).description == "Repeat it. (busy)")
    }

    @Test(arguments: [
        (#"{"title": "Busy", "code": "busy"}"#, "Busy (busy)"), ("{}", "The server refused."),
        ("[]", "The server refused."),
    ])
    func `a problem without a detail still has a sentence`(document: String, sentence: String) throws {
        #expect(try problem(document).description == sentence)
    }

    @Test func `a server's text cannot control a terminal`() throws {
        let problem = try problem(#"{"detail": "a\u001b[31mb\nc"}"#)
        #expect(!problem.description.contains("\u{1B}"))
        #expect(!problem.description.contains("\n"))
    }

    @Test(arguments: [
        (503, true), (500, true), (429, true), (409, false), (401, false), (404, false),
    ])
    func `a retry can help when the server is unwell or has too much to do`(
        status: Int, isTransient: Bool
    ) throws {
        #expect(try problem("{}", status: status).isTransient == isTransient)
    }

    @Test(arguments: [("3", 3), ("Tue, 24 Nov 2026 05:00:00 GMT", nil), ("-1", nil)])
    func `a refusal says how long the server wants to be left alone`(field: String, seconds: Int?)
        async throws
    {
        let server = FakeServer([.later(retryAfter: field)])
        let problem = await #expect(throws: APIProblem.self) {
            try await server.client().get("/api/v1/cafes")
        }
        #expect(problem?.retryAfter == seconds.map { .seconds($0) })
    }

    @Test func `an answer without a status is not worth a retry`() throws {
        #expect(try !problem("{}", status: nil).isTransient)
    }
}
