import HTTPCore
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// What stands between this server and a proxy that reads doubtful framing in another way.
@Suite(.timeLimit(.minutes(1))) struct FramingTests {
    private static let planted = "DELETE /planted HTTP/1.1\r\nHost: t\r\n\r\n"

    /// How many requests of a corpus entry come before the one with the flaw.
    private func plainRequests(in request: RawRequest) -> Int {
        var scanner = RequestScanner(headLimit: 8192, partLimit: 9 * 1024)
        _ = request.bytes.withUnsafeBytes { scanner.scan($0) }
        return scanner.heads
    }

    @Test func `each flawed request is answered once and ends the connection, and no route sees it`()
        async throws
    {
        let routed = Mutex(0)
        try await withServer { router in
            let handler = RouteHandler.immediate { _, _ in
                routed.withLock { $0 += 1 }
                return .text("routed")
            }
            for method in [HTTPMethod.get, .post] { router.add(method, "/", handler) }
            router.add(.delete, "/planted", handler)
        } test: { _, port in
            for request in RawRequest.refused {
                let before = routed.withLock { $0 }
                let plain = plainRequests(in: request)
                let client = try Client(port: port)
                try await client.send(request.bytes + Array(Self.planted.utf8))
                for _ in 0..<plain { #expect(try await client.response().status == 200, "\(request)") }
                let answer = try await client.response()
                let flaw = try #require(RequestFlaw.allCases.first { "\($0)" == request.flaw })
                #expect(answer.status == Int(flaw.problem.status.code), "\(request)")
                #expect(answer.body.contains(flaw.problem.code), "\(request)")
                #expect(answer.header["connection"] == "close", "\(request)")
                #expect(try await client.rest().isEmpty, "\(request)")
                #expect(routed.withLock { $0 } == before + plain, "\(request)")
            }
        }
    }

    @Test func `each plain request is answered, and so is the one behind it`() async throws {
        try await withServer { router in
            for method in [HTTPMethod.get, .post, .delete, .options, .other("BREW")] {
                router.add(method, "/", .asynchronous { _, _ in .text("routed") })
            }
        } test: { _, port in
            for request in RawRequest.plain {
                let client = try Client(port: port)
                try await client.send(request.bytes)
                for _ in 0..<plainRequests(in: request) {
                    // `*` is no path of a route.
                    let status = try? await client.response().status
                    #expect(status == 200 || status == 400, "\(request)")
                }
                guard !request.description.hasPrefix("version 1.0") else { continue }
                let behind = try? await client.get("/").body
                #expect(behind == "routed", "\(request)")
            }
        }
    }

    /// What is sent with a request that takes its time, and what follows once it has begun.
    private static let behind = [
        (sentWith: "GET / HTTP/1.1\nHost: t\n\n", sentAfter: ""),
        ("", "GET / HTTP/1.1\nHost: t\n\n"),
        ("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n", "3\nabc"),
        ("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc", ""),
    ]

    @Test(arguments: behind)
    func `a flaw behind a request that takes its time is answered after it`(
        sentWith: String, sentAfter: String
    ) async throws {
        let signal = Signal()
        let begun = Signal()
        try await withServer { router in
            router.add(
                .get, "/wait",
                .asynchronous { _, _ in
                    begun.fire()
                    await signal.wait()
                    return .text("waited")
                })
            router.add(.post, "/", .immediate { request, _ in .text("\(request.body.count)") })
        } test: { _, port in
            let client = try Client(port: port)
            try await client.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n" + sentWith)
            await begun.wait()
            if !sentAfter.isEmpty { try await client.send(sentAfter) }
            signal.fire()
            #expect(try await client.response().body == "waited")
            #expect(try await client.response().status == 400)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func `an empty line and a flaw behind a chunked request do not take its answer away`() async throws
    {
        let signal = Signal()
        let begun = Signal()
        try await withServer { router in
            router.add(
                .post, "/wait",
                .asynchronous { request, _ in
                    begun.fire()
                    await signal.wait()
                    return .text("waited")
                })
        } test: { _, port in
            let client = try Client(port: port)
            try await client.send(
                "POST /wait HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\r\n")
            await begun.wait()
            try await client.send("\n")
            signal.fire()
            #expect(try await client.response().body == "waited")
            #expect(try await client.response().status == 400)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func `a client that goes on after a refusal is cut off, and costs nobody else`() async throws {
        try await withServer { router in
            router.add(.get, "/", .immediate { _, _ in .text("fine") })
        } test: { _, port in
            let client = try Client(port: port)
            try await client.send("GET / HTTP/1.1\n")
            #expect(try await client.response().status == 400)
            await #expect(throws: Client.Failure.self) {
                while true { try await client.send([UInt8](repeating: 65, count: 64 * 1024)) }
            }
            #expect(try await Client(port: port).get("/").body == "fine")
        }
    }

    @Test(arguments: [
        ("http://elsewhere/", "t", 400), ("http://t/", "t", 200), ("http://T:80/", "t:80", 200),
        ("http://u:80/", "u:80", 421),
        ("https://t/", "t", 200), ("http://t@u/", "t", 400), ("http://t", "t", 200),
    ])
    func `an absolute target names the host that the request is for`(
        target: String, host: String, status: Int
    )
        async throws
    {
        try await withServer(hosts: ["t"]) { router in
            router.add(.get, "/", .immediate { _, _ in .text("fine") })
        } test: { _, port in
            let client = try Client(port: port)
            try await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try await client.response().status == status)
        }
    }
}
