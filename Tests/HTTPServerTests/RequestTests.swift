import HTTPCore
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    private func addRoutes(_ router: inout Router) {
        router.add(.get, "/now/{name}", .immediate { _, values in .text("now " + values["name"]) })
        router.add(
            .get, "/later/{name}",
            .asynchronous { _, values in
                await Task.yield()
                return .text("later " + values["name"])
            })
        router.add(.post, "/echo", .immediate { request, _ in .content(request.body, type: "text/plain") })
        router.add(.get, "/target", .immediate { request, _ in .text(request.path + " " + request.query) })
        router.add(
            .get, "/field",
            .immediate { request, _ in .text(request.fields.values("X-A").joined(separator: "|")) })
        router.add(.get, "/empty", .immediate { _, _ in HTTPResponse(.noContent) })
    }

    @Test func `requests in parallel all get their own answers`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let client = try Client(port: port)
                        let first = try await client.get("/later/\(number)").body
                        return try await first + " " + client.get("/now/\(number)").body
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(answers == Set((0..<40).map { "later \($0) now \($0)" }))
        }
    }

    @Test func `a request knows the address that it comes from`() async throws {
        try await withServer { router in
            router.add(.get, "/", .immediate { request, _ in .text(request.clientAddress) })
        } test: { _, port in
            let answer = try await Client(port: port).get("/")
            #expect(answer.body == "127.0.0.1")
        }
    }

    @Test func `a fixed answer is the same each time, on any connection`() async throws {
        try await withServer { router in
            router.add(.get, "/fixed", .fixed(.text("fixed")))
        } test: { _, port in
            for _ in 0..<2 {
                let client = try Client(port: port)
                for _ in 0..<3 {
                    let answer = try await client.get("/fixed")
                    #expect(answer.status == 200)
                    #expect(answer.body == "fixed")
                    #expect(answer.header["content-type"] == "text/plain; charset=utf-8")
                    #expect(answer.header["x-content-type-options"] == "nosniff")
                }
                try await client.send("HEAD /fixed HTTP/1.1\r\nHost: t\r\n\r\n")
                #expect(try await client.response(hasBody: false).header["content-length"] == "5")
            }
        }
    }

    @Test func `a fixed answer with a tag is 304 for a client that has it`() async throws {
        var tagged = HTTPResponse.text("fixed")
        tagged.setEntityTag(EntityTag(version: 7))
        try await withServer { [tagged] router in
            router.add(.get, "/fixed", .fixed(tagged))
        } test: { _, port in
            let client = try Client(port: port)
            #expect(try await client.get("/fixed").header["etag"] == "\"7\"")
            try await client.send("GET /fixed HTTP/1.1\r\nHost: t\r\nIf-None-Match: \"7\"\r\n\r\n")
            #expect(try await client.response(hasBody: false).status == 304)
            #expect(try await client.get("/fixed", header: "If-None-Match: \"8\"\r\n").status == 200)
            #expect(try await client.get("/fixed", header: "If-Match: \"8\"\r\n").status == 412)
        }
    }

    @Test func `one thread serves others while a handler takes its time`() async throws {
        let signal = Signal()
        try await withServer(threads: 1) { router in
            router.add(
                .get, "/wait",
                .asynchronous { _, _ in
                    await signal.wait()
                    return .text("waited")
                })
            router.add(
                .get, "/go",
                .immediate { _, _ in
                    signal.fire()
                    return .text("went")
                })
        } test: { _, port in
            let waiting = try Client(port: port)
            try await waiting.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try await Client(port: port).get("/go").body == "went")
            #expect(try await waiting.response().body == "waited")
            #expect(try await waiting.get("/go").body == "went")
        }
    }

    @Test func `a connection carries many requests`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            for number in 0..<50 {
                #expect(
                    try await client.get("/\(number % 2 == 0 ? "now" : "later")/\(number)").body.hasSuffix(
                        " \(number)"))
            }
        }
    }

    @Test(arguments: ["now", "later"])
    func `requests sent without waiting are answered in order`(kind: String) async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send(
                "GET /\(kind)/1 HTTP/1.1\r\nHost: t\r\n\r\nPOST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc"
                    + "GET /\(kind)/2 HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try await client.response().body == "\(kind) 1")
            #expect(try await client.response().body == "abc")
            #expect(try await client.response().body == "\(kind) 2")
        }
    }

    @Test func `the answer says what it is and not who wrote it`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            for target in ["/now/1", "/nothing", "/empty"] {
                let header = try await client.get(target).header
                #expect(header["x-content-type-options"] == "nosniff")
                #expect(header["date"] != nil)
                #expect(header["server"] == nil)
            }
        }
    }

    @Test func `unknown paths, other methods and HEAD are answered as by the router`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            #expect(try await client.get("/nothing").status == 404)
            let refused = try await client.get("/now/1", method: "DELETE")
            #expect(refused.status == 405)
            #expect(refused.header["allow"] == "GET, HEAD, OPTIONS")
            #expect(refused.header["content-type"] == "application/problem+json")
            let head = try await client.get("/now/1", method: "HEAD")
            #expect(head.status == 200)
            #expect(head.header["content-length"] == "5")
            #expect(try await client.get("/empty").status == 204)
            #expect(try await client.get("/now/%zz").status == 400)
            #expect(try await client.get("/now/a%2Fb").body == "now a/b")
        }
    }

    @Test func `the handler sees target, fields and body as they were sent`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            #expect(try await client.get("/target?a=%20+&b").body == "/target a=%20+&b")
            #expect(try await client.get("/field", header: "X-A: 1\r\nx-a:  ä \r\n").body == "1|ä")
            try await client.send(
                "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
            )
            #expect(try await client.response().body == "abcde")
            #expect(try await client.get("/now/2").body == "now 2")
        }
    }

    @Test func `a client that asks before it sends its body gets 100 Continue`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send(
                "POST /echo HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try await client.header().status == 100)
            try await client.send("hi")
            #expect(try await client.response().body == "hi")
        }
    }

    private struct Secret: Error {}

    @Test(arguments: ["/now", "/later"])
    func `W116: an unexpected error is a bare 500, is reported, and costs nobody else`(path: String)
        async throws
    {
        let reported = Mutex<[any Error]>([])
        try await withServer(report: { error in reported.withLock { $0.append(error) } }) { router in
            router.add(.get, "/now", .immediate { _, _ in throw Secret() })
            router.add(.get, "/later", .asynchronous { _, _ in throw Secret() })
            router.add(.get, "/refuse", .asynchronous { _, _ in throw Problem(.conflict, code: "taken") })
        } test: { _, port in
            let client = try Client(port: port)
            let answer = try await client.get(path)
            let incident = try #require(reported.withLock { $0.first } as? HTTPIncident)
            #expect(answer.status == 500)
            #expect(answer.body.contains(incident.identifier))
            #expect(!answer.body.contains("Secret"))
            #expect(try await client.get("/refuse").status == 409)
        }
        #expect(reported.withLock { $0.count } == 1)
    }

    @Test func `a 304 states the length of what it stands for`() async throws {
        try await withServer { router in
            router.add(
                .get, "/",
                .immediate { request, _ in
                    var response = HTTPResponse.text("content")
                    response.setEntityTag(EntityTag(version: 1))
                    return response.conditional(for: request)
                })
        } test: { _, port in
            let client = try Client(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: t\r\nIf-None-Match: \"1\"\r\n\r\n")
            let answer = try await client.response(hasBody: false)
            #expect(answer.status == 304)
            #expect(answer.header["content-length"] == "7")
            #expect(try await client.get("/").body == "content")
        }
    }

    @Test func `a second server at the same address is refused with the system's reason`() async throws {
        try await withServer(routes: addRoutes) { server, port in
            #expect(throws: WebServerError.self) { try server.start() }
            let second = WebServer(configuration: .init(port: port), router: Router()) { Issue.record($0) }
            let error = #expect(throws: WebServerError.self) { try second.start() }
            #expect(error?.reason == .cannotListen)
            #expect(error?.description.contains("in use") == true)
            let unknown = WebServer(configuration: .init(host: "no such host"), router: Router()) {
                Issue.record($0)
            }
            #expect(throws: WebServerError.self) { try unknown.start() }
        }
    }
}
