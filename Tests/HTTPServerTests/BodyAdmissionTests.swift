import HTTPCore
import HTTPServer
import Synchronization
import Testing

/// Whose body is taken, and how much of it at a time.
@Suite(.timeLimit(.minutes(1))) struct BodyAdmissionTests {
    private static let size = 100_000
    private static let head = "HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n"
    private static let body = [UInt8](repeating: 65, count: size)

    private func limits(_ change: (inout WebServer.Limits) -> Void) -> WebServer.Limits {
        var limits = WebServer.Limits()
        change(&limits)
        return limits
    }

    private func addRoutes(_ router: inout Router) {
        router.add(
            .post, "/guarded/{name}", .asynchronous { request, _ in .text("\(request.body.count)") },
            body: BodyAdmission { request, parameters in
                await Task.yield()
                guard request.fields["Key"] == parameters["name"] else {
                    throw Problem(.unauthorized, code: "sign-in-required")
                }
            })
        router.add(
            .post, "/short", .immediate { request, _ in .text("\(request.body.count)") },
            body: BodyAdmission(limit: 50_000))
        router.add(
            .post, "/long", .immediate { request, _ in .text("\(request.body.count)") },
            body: BodyAdmission(limit: 200_000))
        router.add(.post, "/open", .immediate { request, _ in .text("\(request.body.count)") })
        router.add(.get, "/", .immediate { _, _ in .text("fine") })
    }

    @Test(arguments: [("/nothing", 404), ("/", 405), ("/guarded/a", 401), ("/short", 413), ("/%zz", 400)])
    func `a large body is refused before it comes`(path: String, status: Int) async throws {
        try await withServer(routes: addRoutes) { _, port in
            for expect in ["", "Expect: 100-continue\r\n"] {
                let client = try Client(port: port)
                try await client.send("POST \(path) \(Self.head)\(expect)\r\n")
                #expect(try await client.response().status == status)
            }
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func `a request that only reads may have a small body and no large one`(method: String) async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send("\(method) / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try await client.response(hasBody: method == "GET").status == 200)
            try await client.send("\(method) / \(Self.head)\r\n")
            #expect(try await client.response(hasBody: method == "GET").status == 413)
        }
    }

    @Test func `a large body is taken from whom the route admits`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            for expect in ["", "Expect: 100-continue\r\n"] {
                try await client.send("POST /guarded/a \(Self.head)Key: a\r\n\(expect)\r\n")
                if !expect.isEmpty { #expect(try await client.header().status == 100) }
                try await client.send(Self.body)
                #expect(try await client.response().body == "\(Self.size)")
            }
            #expect(try await client.get("/").body == "fine")
        }
    }

    @Test func `a route may take more than the server's own limit, and no more than its own`() async throws {
        try await withServer(limits: limits { $0.bodyBytes = 50_000 }, routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send("POST /long \(Self.head)\r\n")
            try await client.send(Self.body)
            #expect(try await client.response().body == "\(Self.size)")
            for (path, size) in [("/long", 200_001), ("/open", Self.size)] {
                let refused = try Client(port: port)
                try await refused.send("POST \(path) HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n\r\n")
                #expect(try await refused.response().status == 413)
            }
        }
    }

    @Test func `a body in chunks is asked about as a large one is`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            let head = "POST /guarded/a HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n"
            try await client.send("\(head)Key: a\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(try await client.response().body == "3")
            try await client.send("\(head)\r\n")
            #expect(try await client.response().status == 401)
        }
    }

    @Test func `a short body of a refused request is swallowed, and the connection stays`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send("POST /nothing HTTP/1.1\r\nHost: t\r\nContent-Length: 5000\r\n\r\n")
            try await client.send([UInt8](repeating: 65, count: 5000))
            #expect(try await client.response().status == 404)
            #expect(try await client.get("/").body == "fine")
        }
    }

    @Test(arguments: [true, false])
    func `bodies that have not been answered share what there is`(perAddress: Bool) async throws {
        let some = limits {
            if perAddress { $0.bodyBytesPerAddress = 150_000 } else { $0.bodyBytesAtOnce = 150_000 }
        }
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let (allowed, allowance) = AsyncStream.makeStream(of: Void.self)
        let routes = { (router: inout Router) in
            addRoutes(&router)
            router.add(
                .post, "/held",
                .asynchronous { request, _ in
                    beginning.yield()
                    for await _ in allowed { break }
                    return .text("\(request.body.count)")
                })
        }
        try await withServer(limits: some, routes: routes) { _, port in
            let first = try Client(port: port)
            try await first.send("POST /held \(Self.head)\r\n")
            try await first.send(Self.body)
            // Its handler runs, so all of its bytes are there.
            for await _ in begun { break }
            let answer = try await send(port)
            #expect(answer.status == 503)
            #expect(answer.body.contains("too-many-bodies"))
            #expect(answer.header["retry-after"] == "2")
            allowance.yield()
            #expect(try await first.response().body == "\(Self.size)")
            while try await send(port).status == 503 {}
        }
    }

    private func send(_ port: UInt16) async throws -> Client.Response {
        let client = try Client(port: port)
        try await client.send("POST /open \(Self.head)\r\n")
        try await client.send(Self.body)
        return try await client.response()
    }
}
