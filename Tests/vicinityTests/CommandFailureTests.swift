import JSON
import Testing

@testable import vicinity

struct CommandFailureTests {
    @Test func `a failure of the server names its incident, for the report that it asks for`() {
        let problem: JSONValue = [
            "title": "Internal Server Error", "status": 500, "code": "internal-error",
            "detail": "The server could not answer. Name the incident when you report this.",
            "incident": "00c0ffee00c0ffee",
        ]
        #expect(
            CommandFailure(refusal: problem, status: 500).description == """
                The server could not answer. Name the incident when you report this. (internal-error)
                  Incident 00c0ffee00c0ffee
                """)
    }

    @Test func `a refusal without an incident names none`() {
        let problem: JSONValue = ["code": "busy", "detail": "Repeat it."]
        #expect(CommandFailure(refusal: problem, status: 503).description == "Repeat it. (busy)")
    }
}
