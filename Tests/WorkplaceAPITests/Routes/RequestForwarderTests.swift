import HTTPCore
import Testing

@testable import WorkplaceAPI

/// What a node changes of a request about presence that it passes on, and of the answer.
struct RequestForwarderTests {
    @Test func `a request is passed on with what it shows, and with the client's address`() throws {
        var fields = HTTPFields()
        try fields.add("Host", "vicinity.example.org")
        try fields.add("Authorization", "Bearer key")
        try fields.add("X-CSRF-Token", "token")
        try fields.add("Connection", "keep-alive")
        try fields.add("Content-Length", "2")
        // A client that says who it is must not be believed by the other node.
        try fields.add("X-Forwarded-For", "10.9.9.9")
        try fields.add("Forwarded", "for=10.9.9.9")
        var request = HTTPRequest(.put, target: "/api/v1/presence/following?x=1", fields: fields)
        request.clientAddress = "192.0.2.7"
        request.isSecure = true
        let passed = RequestForwarder.fieldsToPassOn(of: request).map { "\($0.name): \($0.value)" }
        #expect(
            passed == [
                "Host: vicinity.example.org", "Authorization: Bearer key", "X-CSRF-Token: token",
                "Vicinity-Passed-On: 1", "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https",
                "X-Forwarded-Host: vicinity.example.org",
            ])
    }

    @Test func `an answer keeps its status, its body and the fields that each route adds by itself`() throws {
        let answer = try RequestForwarder.answer(
            status: 429,
            fields: [
                ("content-type", "application/problem+json"), ("retry-after", "3"), ("date", "today"),
                ("cache-control", "no-store"), ("content-length", "2"),
            ], body: Array("{}".utf8))
        #expect(answer.status == HTTPStatus(429))
        #expect(answer.fields["Content-Type"] == "application/problem+json")
        #expect(answer.fields["Retry-After"] == "3")
        #expect(answer.fields["Cache-Control"] == nil && answer.fields["Date"] == nil)
    }
}
