import HTTPCore
import Synchronization
import Testing

@Suite struct RouterTests {
    private static func naming(_ name: String, _ parameters: [String] = []) -> RouteHandler {
        .immediate { _, values in
            .json(Array(([name] + parameters.map { values[$0] }).joined(separator: "|").utf8))
        }
    }

    private var router: Router {
        var router = Router()
        router.add(.get, "/", Self.naming("root"))
        router.add(.get, "/orders", Self.naming("orders"))
        router.add(.post, "/orders", Self.naming("new"))
        router.add(.get, "/orders/{order}", Self.naming("order", ["order"]))
        router.add(.get, "/orders/recent", Self.naming("recent"))
        router.add(.get, "/orders/{id}/lines/{line}", Self.naming("line", ["id", "line"]))
        router.add(.delete, "/orders/{other}", Self.naming("delete", ["other"]))
        router.add(.get, "/a b/ü", Self.naming("decoded"))
        return router
    }

    private func body(_ response: HTTPResponse) -> String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    @Test(
        arguments: [
            ("/", "root"), ("/orders", "orders"), ("/orders/7", "order|7"), ("/orders/recent", "recent"),
            ("/orders/recent/lines/2", "line|recent|2"), ("/orders/7/lines/2", "line|7|2"),
            ("/orders/a%2Fb", "order|a/b"), ("/orders/a%2541", "order|a%41"), ("/orders/a+b", "order|a+b"),
            ("/orders/%E5%AF%BF%E5%8F%B8", "order|寿司"), ("/%6Frders", "orders"), ("/a%20b/%C3%BC", "decoded"),
            ("/orders/.", "order|."), ("/orders/...", "order|..."),
        ])
    func `a path finds its route, decoded once`(path: String, expected: String) async {
        #expect(body(await router.respond(to: HTTPRequest(path: path))) == expected)
    }

    @Test(arguments: [
        "/x", "/orders/", "/orders/7/lines", "/orders//lines/2", "//", "/orders/7/lines/2/3", "/Orders",
    ])
    func `an unknown path is 404`(path: String) async {
        let response = await router.respond(to: HTTPRequest(path: path))
        #expect(response.status == .notFound)
        #expect(body(response).contains("\"code\":\"not-found\""))
    }

    @Test func `an unknown path can have an answer of its own`() async {
        var router = router
        router.unknownPath = { $0.path == "/page" ? .content([], type: "text/html", status: .notFound) : nil }
        let page = await router.respond(to: HTTPRequest(path: "/page"))
        #expect(page.status == .notFound)
        #expect(page.fields["Content-Type"] == "text/html")
        #expect(body(await router.respond(to: HTTPRequest(path: "/x"))).contains("\"code\":\"not-found\""))
        #expect(await router.respond(to: HTTPRequest(path: "/orders")).status == .ok)
    }

    @Test(
        arguments: [
            "", "orders", "*", "/orders/%", "/orders/%4", "/orders/%gg", "/orders/%00", "/orders/%FF",
            "/orders/ü",
            "/orders/..", "/orders/%2e%2E/x", "/../etc", "/orders/%C0%AE",
        ])
    func `a path that is badly encoded or leads upwards is 400`(path: String) async {
        let response = await router.respond(to: HTTPRequest(path: path))
        #expect(response.status == .badRequest)
        #expect(body(response).contains("\"code\":\"bad-path\""))
    }

    @Test func `another method is 405 with the methods that there are`() async {
        let response = await router.respond(to: HTTPRequest(.put, path: "/orders"))
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields["Allow"] == "GET, HEAD, OPTIONS, POST")
        let other = await router.respond(to: HTTPRequest(.other("BREW"), path: "/orders/7"))
        #expect(other.fields["Allow"] == "DELETE, GET, HEAD, OPTIONS")
    }

    @Test func `OPTIONS is answered from the routes`() async {
        let response = await router.respond(to: HTTPRequest(.options, path: "/orders"))
        #expect(response.status == .noContent)
        #expect(response.fields["Allow"] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `HEAD runs the route for GET and drops the body`() async {
        let response = await router.respond(to: HTTPRequest(.head, path: "/orders"))
        #expect(response.status == .ok)
        #expect(response.fields["Content-Type"] == "application/json")
        #expect(body(response).isEmpty)
    }

    @Test func `a fixed answer heeds the request's conditions`() async {
        var tagged = HTTPResponse.json(Array("1".utf8))
        tagged.setEntityTag(EntityTag(version: 1))
        var router = Router()
        router.add(.get, "/fixed", .fixed(tagged))
        var request = HTTPRequest(path: "/fixed")
        #expect(body(await router.respond(to: request)) == "1")
        request.fields = HTTPFields()
        #expect(throws: Never.self) { try request.fields.add("If-None-Match", "\"1\"") }
        #expect(await router.respond(to: request).status == .notModified)
    }

    @Test func `a stream cannot be a fixed answer`() async {
        await #expect(processExitsWith: .failure) {
            _ = FixedResponse(.eventStream(HTTPBodyPipe()))
        }
    }

    @Test func `a thrown problem is the answer`() async {
        var router = Router()
        router.add(.get, "/", .asynchronous { _, _ in throw Problem(.conflict, code: "taken") })
        let response = await router.respond(to: HTTPRequest(path: "/")) { _ in
            Issue.record("reported a refusal")
        }
        #expect(response.status == .conflict)
        #expect(body(response).contains("\"code\":\"taken\""))
    }

    private struct Secret: Error, CustomStringConvertible { let description = "password" }

    @Test func `W116: any other error is a bare 500 and is reported with the incident that the client sees`()
        async throws
    {
        var router = Router()
        router.add(.get, "/", .immediate { _, _ in throw Secret() })
        let reported = Mutex<[any Error]>([])
        let response = await router.respond(to: HTTPRequest(path: "/")) { error in
            reported.withLock { $0.append(error) }
        }
        let incident = try #require(reported.withLock { $0.first } as? HTTPIncident)
        #expect(incident.cause is Secret)
        #expect(response.status == .internalServerError)
        #expect(body(response).contains("\"code\":\"internal-error\""))
        #expect(body(response).contains(incident.identifier))
        #expect(incident.identifier.count == 16)
        #expect(!body(response).contains("password"))
    }

    @Test func `the routes are listed as they were added`() {
        #expect(
            router.routes.map { "\($0.method) \($0.pattern)" }.prefix(3) == [
                "GET /", "GET /orders", "POST /orders",
            ])
    }

    @Test func `a second route for the same method and path stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var router = Router()
            router.add(.get, "/a/{x}", .immediate { _, _ in HTTPResponse() })
            router.add(.get, "/a/{y}", .immediate { _, _ in HTTPResponse() })
        }
    }
}
