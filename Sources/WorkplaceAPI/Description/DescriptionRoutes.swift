import HTTPCore
import JSON
import Synchronization

/// The OpenAPI document, and a page for each kind of problem.
///
/// The document is made when somebody first asks for it: a server starts without.
struct DescriptionRoutes: Sendable {
    /// The routes of the API without these.
    let others: [APIRoute]

    var routes: [APIRoute] {
        let all = others + [document { HTTPResponse() }, explanation]
        let made = MadeDocument()
        return [document { made.response(describing: all) }, explanation]
    }

    private func document(_ response: @escaping @Sendable () -> HTTPResponse) -> APIRoute {
        APIRoute(
            method: .get, pattern: "/openapi.json",
            operation: Operation(
                id: "getDescription", summary: "This description.", tag: .operation, success: .description,
                isConditional: true),
            handle: .immediate { _ in response() })
    }

    private var explanation: APIRoute {
        APIRoute(
            method: .get, pattern: "/problems/{code}",
            operation: Operation(
                id: "explainProblem", summary: "What a kind of problem means.", tag: .operation,
                success: .page(json: "ProblemExplanation"), problems: [.unknownProblem]),
            handle: .immediate { request in
                guard let kind = ProblemKind.named(request.parameters["code"]) else {
                    throw Problem(.unknownProblem, detail: "There is no kind of problem of that code.")
                }
                return request.wantsJSON ? .json(kind.json) : try kind.page
            })
    }
}

/// The answer with the document, once it has been made.
private final class MadeDocument: Sendable {
    private let response = Mutex<HTTPResponse?>(nil)

    func response(describing routes: [APIRoute]) -> HTTPResponse {
        response.withLock { response in
            let present = response ?? HTTPResponse.json(OpenAPIDocument(routes: routes).value.bytes).tagged()
            response = present
            return present
        }
    }
}

extension APIRequest {
    /// Whether the client asks for JSON rather than a page; a browser names HTML.
    fileprivate var wantsJSON: Bool {
        let wanted = http.fields.listValues("Accept").filter { $0.thousandths > 0 }.map(\.value)
        let json = wanted.firstIndex { $0 == "application/json" || $0 == "application/problem+json" }
        guard let json else { return false }
        return wanted.firstIndex(of: "text/html").map { json < $0 } ?? true
    }
}

extension ProblemKind {
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("code", code)
            json.member("status", Int(status.code))
            json.member("title", title)
            json.member("explanation", explanation)
        }
        return json.bytes
    }

    /// A page without a style sheet, for programmers.
    fileprivate var page: HTTPResponse {
        get throws {
            let html = """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><title>\(title.escapedForHTML)</title></head>
                <body><main>
                <h1>\(title.escapedForHTML)</h1>
                <p>\(explanation.escapedForHTML)</p>
                <p>Code <code>\(code)</code>, status \(status.code).</p>
                </main></body>
                </html>
                """
            var response = HTTPResponse.content(Array(html.utf8), type: "text/html; charset=utf-8")
            try response.fields.set("Vary", "Accept")
            try response.protect(scripts: nil)
            return response
        }
    }
}
