import HTTPCore
import Synchronization
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
    private func limits(_ change: (inout WebServer.Limits) -> Void) -> WebServer.Limits {
        var limits = WebServer.Limits()
        change(&limits)
        return limits
    }

    private func addRoutes(_ router: inout Router) {
        router.add(.post, "/", .asynchronous { request, _ in .text("\(request.body.count)") })
        router.add(.get, "/", .immediate { request, _ in .text("\(request.body.count)") })
    }

    @Test func `a body of the limit passes and one byte more is 413`() async throws {
        try await withServer(limits: limits { $0.bodyBytes = 1000 }, routes: addRoutes) { _, port in
            for (size, expected) in [(1000, 200), (1001, 413)] {
                let client = try Client(port: port)
                try await client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n\r\n")
                if expected == 200 { try await client.send([UInt8](repeating: 65, count: size)) }
                let answer = try await client.response()
                #expect(answer.status == expected)
                #expect(answer.body.contains("body-too-large") == (expected == 413))
            }
        }
    }

    @Test func `a body that grows too large without saying so is 413, and cut off when it does not end`()
        async throws
    {
        try await withServer(limits: limits { $0.bodyBytes = 1000 }, routes: addRoutes) { _, port in
            let start = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
            let piece = "800\r\n" + String(repeating: "a", count: 2048) + "\r\n"
            let client = try Client(port: port)
            try await client.send(start + piece + piece + "0\r\n\r\n")
            #expect(try await client.response().status == 413)
            let endless = try Client(port: port)
            try await endless.send(start)
            await #expect(throws: Client.Failure.self) {
                while true { try await endless.send(piece) }
            }
        }
    }

    @Test func `a body on GET is tolerated`() async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try await client.response().body == "3")
            #expect(try await client.get("/").body == "0")
        }
    }

    @Test(arguments: [5_000, 60_000])
    func `a header beyond the limit is 431`(size: Int) async throws {
        try await withServer(limits: limits { $0.headerBytes = 4096 }, routes: addRoutes) { _, port in
            let client = try Client(port: port)
            let long = String(repeating: "a", count: size)
            #expect(try await client.get("/", header: "X: \(long)\r\n").status == 431)
            #expect(
                try await Client(port: port).get("/", header: "X: \(long.prefix(3000))\r\n").status == 200)
        }
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: abc\r\n\r\n",
        ])
    func `a malformed request is 400`(text: String) async throws {
        try await withServer(routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send(text)
            #expect(try await client.response().status == 400)
        }
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nab",
    ])
    func `a request that does not arrive in time is cut off`(text: String) async throws {
        let short = limits {
            // The library's own idle time is a whole second at least.
            $0.idleTime =
                text.hasPrefix("GET /") || text.hasPrefix("POST") ? .seconds(3600) : .milliseconds(50)
            $0.arrivalTime = .milliseconds(100)
        }
        try await withServer(limits: short, routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send(text)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func `a handler past its deadline is cancelled, its client gets 503 and the connection lives on`()
        async throws
    {
        let cancelled = Signal()
        try await withServer(limits: limits { $0.handlerTime = .milliseconds(100) }) { router in
            router.add(
                .get, "/slow",
                .asynchronous { _, _ in
                    await withTaskCancellationHandler {
                        await cancelled.wait()
                    } onCancel: {
                        cancelled.fire()
                    }
                    return .text("late")
                })
            router.add(.get, "/", .immediate { _, _ in .text("fine") })
        } test: { _, port in
            let client = try Client(port: port)
            let answer = try await client.get("/slow")
            #expect(answer.status == 503)
            #expect(answer.body.contains("\"code\":\"timeout\""))
            await cancelled.wait()
            #expect(try await client.get("/").body == "fine")
        }
    }

    @Test func `that all connections are in use is reported once, and a further client waits`() async throws {
        let reports = Mutex<[String]>([])
        try await withServer(
            limits: limits { $0.connections = 4 },
            report: { error in reports.withLock { $0.append("\(error)") } },
            routes: addRoutes
        ) { _, port in
            for _ in 0..<2 {
                var clients: [Client] = []
                for _ in 0..<4 {
                    clients.append(try Client(port: port))
                    #expect(try await clients[clients.count - 1].get("/").status == 200)
                }
                let further = try Client(port: port)
                try await further.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                clients = []
                #expect(try await further.response().status == 200)
                #expect(try await further.rest().isEmpty)
            }
        }
        #expect(reports.withLock { $0 } == ["\(ConnectionsExhausted(limit: 4))"])
    }

    @Test func `one address has only so many connections`() async throws {
        try await withServer(limits: limits { $0.connectionsPerAddress = 2 }, routes: addRoutes) { _, port in
            let first = try Client(port: port)
            let second = try Client(port: port)
            #expect(try await first.get("/").status == 200)
            #expect(try await second.get("/").status == 200)
            let third = try Client(port: port)
            #expect(try await third.rest().isEmpty)
            #expect(try await first.get("/").status == 200)
        }
    }
}
