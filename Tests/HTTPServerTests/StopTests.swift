import HTTPCore
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct StopTests {
    @Test func `a running handler finishes within the grace and its connection is closed`() async throws {
        let hasBegun = Signal()
        let mayEnd = Signal()
        try await withServer { router in
            router.add(.get, "/other", .immediate { _, _ in .text("served") })
            router.add(
                .get, "/",
                .asynchronous { _, _ in
                    hasBegun.fire()
                    await mayEnd.wait()
                    return .text("done")
                })
        } test: { server, port in
            let client = try Client(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            await hasBegun.wait()
            async let stopped: Void = server.stop(grace: .seconds(30))
            await servesNobodyElse(port)
            mayEnd.fire()
            let answer = try await client.response()
            #expect(answer.body == "done")
            #expect(answer.header["connection"] == "close")
            await stopped
            #expect(try await client.rest().isEmpty)
        }
    }

    private func servesNobodyElse(_ port: UInt16) async {
        while let client = try? Client(port: port), (try? await client.get("/other")) != nil {}
    }

    @Test func `a handler that does not end is answered for after the grace`() async throws {
        let hasBegun = Signal()
        let cancelled = Signal()
        try await withServer { router in
            router.add(
                .get, "/",
                .asynchronous { _, _ in
                    hasBegun.fire()
                    await withTaskCancellationHandler {
                        await cancelled.wait()
                    } onCancel: {
                        cancelled.fire()
                    }
                    return .text("late")
                })
        } test: { server, port in
            let client = try Client(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            await hasBegun.wait()
            await server.stop(grace: .milliseconds(20))
            let answer = try await client.response()
            #expect(answer.status == 503)
            #expect(answer.body.contains("\"code\":\"stopping\""))
            await cancelled.wait()
        }
    }

    @Test func `open streams end with their last bytes, and stopping does not wait for the grace`()
        async throws
    {
        let pipes = Pipes()
        try await withServer { router in
            router.add(.get, "/", .immediate { _, _ in .eventStream(pipes.open()) })
        } test: { server, port in
            var clients: [Client] = []
            for _ in 0..<10 {
                let client = try Client(port: port)
                try await client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                _ = try await client.header()
                clients.append(client)
            }
            for pipe in pipes.all { pipe.send(Array("last".utf8)) }
            await server.stop(grace: .seconds(50))
            for client in clients {
                #expect(try await client.chunk() == "last")
                #expect(try await client.chunk() == nil)
            }
        }
    }

    @Test func `a server that is drained serves on, ends its streams, and closes each connection`()
        async throws
    {
        let pipes = Pipes()
        try await withServer { router in
            router.add(.get, "/", .immediate { _, _ in .text("served") })
            router.add(.get, "/fixed", .fixed(.text("fixed")))
            router.add(.get, "/stream", .immediate { _, _ in .eventStream(pipes.open()) })
        } test: { server, port in
            let follower = try Client(port: port)
            try await follower.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            _ = try await follower.header()
            let early = try Client(port: port)
            let first = try await early.get("/")
            #expect(first.header["connection"] == nil)
            server.drain()
            #expect(try await follower.chunk() == nil)
            for path in ["/", "/fixed"] {
                let client = path == "/" ? early : try Client(port: port)
                let answer = try await client.get(path)
                #expect(answer.status == 200)
                #expect(answer.header["connection"] == "close")
            }
            let refused = try await Client(port: port).get("/stream")
            #expect(refused.status == 503)
            #expect(refused.body.contains("\"code\":\"stopping\""))
        }
    }

    @Test func `a server stops under load and again without effect`() async throws {
        try await withServer { router in
            router.add(
                .get, "/",
                .asynchronous { _, _ in
                    await Task.yield()
                    return .text("x")
                })
        } test: { server, port in
            let isServed = Signal()
            async let load: Void = withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        while let client = try? Client(port: port), (try? await client.get("/")) != nil {
                            isServed.fire()
                        }
                    }
                }
            }
            await isServed.wait()
            await server.stop(grace: .milliseconds(20))
            await load
            await server.stop(grace: .seconds(50))
        }
    }
}
