import HTTPCore
import Testing

@Suite struct ProblemTests {
    private func text(_ problem: Problem) -> String { String(decoding: problem.json, as: UTF8.self) }

    @Test func `the least problem has a type, a title, a status and a code`() {
        #expect(
            text(Problem(.notFound, code: "no-order"))
                == #"{"type":"/problems/no-order","title":"Not found","status":404,"code":"no-order"}"#)
    }

    @Test func `every member is written, in order`() {
        let problem = Problem(
            .unprocessableContent, code: "bad-order", title: "The order is wrong", detail: "Two lines.",
            type: "https://example.org/p", instance: "/orders/7",
            errors: [
                Problem.FieldError(pointer: "/lines/0", code: "unknown-item", detail: "No such item."),
                Problem.FieldError(pointer: "", code: "x", detail: "y"),
            ],
            members: [
                ("price", .integer(-3)), ("open", .boolean(true)), ("note", .text("n")),
                ("raw", .json([91, 93])),
            ])
        #expect(
            text(problem)
                == #"{"type":"https://example.org/p","title":"The order is wrong","status":422,"detail":"Two lines.","#
                + #""instance":"/orders/7","code":"bad-order","errors":[{"pointer":"/lines/0","code":"unknown-item","#
                + #""detail":"No such item."},{"pointer":"","code":"x","detail":"y"}],"#
                + #""price":-3,"open":true,"note":"n","raw":[]}"#)
    }

    @Test(
        arguments: [
            ("\"\\", #"\"\\"#), ("a\u{0}\n\u{1f}", #"a\u0000\n\u001f"#), ("é寿🍣\u{2028}", "é寿🍣\u{2028}"),
            ("/\u{7f}", "/\u{7f}"),
        ])
    func `text is escaped as JSON demands`(detail: String, expected: String) {
        #expect(text(Problem(.badRequest, code: "c", detail: detail)).contains("\"detail\":\"\(expected)\""))
    }

    @Test func `the response has the media type and is not cached`() {
        let response = Problem(.conflict, code: "c").response
        #expect(response.status == .conflict)
        #expect(response.fields["content-type"] == "application/problem+json")
        #expect(response.fields["cache-control"] == "no-store")
    }

    @Test func `a 401 says what to show, a 429 when to come again`() {
        let refused = Problem(.unauthorized, code: "c", challenge: "Bearer").response
        #expect(refused.fields["www-authenticate"] == "Bearer")
        #expect(refused.fields["retry-after"] == nil)
        let early = Problem(.tooManyRequests, code: "c", retryAfter: .milliseconds(2_001)).response
        #expect(early.fields["retry-after"] == "3")
        #expect(early.fields["www-authenticate"] == nil)
    }

    @Test(arguments: [([], ""), (["lines", "0"], "/lines/0"), (["a/b", "m~n", ""], "/a~1b/m~0n/")])
    func `a pointer escapes its tokens`(tokens: [String], expected: String) {
        #expect(Problem.FieldError.pointer(tokens) == expected)
    }
}
