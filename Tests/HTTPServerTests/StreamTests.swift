import HTTPCore
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    private func streaming(_ pipes: Pipes, capacity: Int = 256 * 1024) -> (inout Router) -> Void {
        { router in
            router.add(.get, "/events", .immediate { _, _ in .eventStream(pipes.open(capacity: capacity)) })
            router.add(.get, "/later", .asynchronous { _, _ in .eventStream(pipes.open()) })
        }
    }

    private func openStream(_ port: UInt16, _ target: String = "/events") async throws -> Client {
        let client = try Client(port: port)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: t\r\n\r\n")
        let header = try await client.header()
        #expect(header.status == 200)
        #expect(header.header["content-type"] == "text/event-stream")
        return client
    }

    @Test(arguments: [1, 2])
    func `each of many clients sees its header at once and then every event`(threads: Int) async throws {
        let pipes = Pipes()
        try await withServer(threads: threads, routes: streaming(pipes)) { _, port in
            var clients: [Client] = []
            for number in 0..<20 {
                clients.append(try await openStream(port, number % 2 == 0 ? "/events" : "/later"))
            }
            for number in 0..<30 {
                let event = try ServerSentEvent(id: "\(number)", data: "d\(number)").bytes
                for pipe in pipes.all { #expect(pipe.send(event) == .accepted) }
                for client in clients {
                    #expect(try await client.chunk() == "id: \(number)\ndata: d\(number)\n\n")
                }
            }
            for pipe in pipes.all { pipe.finish() }
            for client in clients { #expect(try await client.chunk() == nil) }
        }
    }

    @Test func `a stream that is finished leaves the connection for the next request`() async throws {
        let pipes = Pipes()
        try await withServer(routes: streaming(pipes)) { _, port in
            let client = try await openStream(port)
            pipes.all[0].send(Array("abc".utf8))
            pipes.all[0].finish()
            #expect(try await client.chunk() == "abc")
            #expect(try await client.chunk() == nil)
            #expect(try await client.get("/nothing").status == 404)
        }
    }

    @Test func `more than one buffer of bytes arrives whole`() async throws {
        let pipes = Pipes()
        try await withServer(routes: streaming(pipes, capacity: 4_000_000)) { _, port in
            let client = try await openStream(port)
            let text = String(repeating: "0123456789", count: 100_000)
            pipes.all[0].send(Array(text.utf8))
            pipes.all[0].finish()
            var all = ""
            while let chunk = try await client.chunk() { all += chunk }
            #expect(all == text)
        }
    }

    @Test func `a client that has gone is noticed at the next writes`() async throws {
        let pipes = Pipes()
        let gone = Signal()
        try await withServer(routes: streaming(pipes)) { _, port in
            var client: Client? = try await openStream(port)
            pipes.all[0].onClose { gone.fire() }
            #expect(client != nil)
            client = nil
            while pipes.all[0].send(Array(":\n\n".utf8)) == .accepted { await Task.yield() }
            await gone.wait()
        }
    }

    @Test func `a reader that falls behind is cut off`() async throws {
        let pipes = Pipes()
        try await withServer(routes: streaming(pipes, capacity: 1000)) { _, port in
            let client = try await openStream(port)
            #expect(pipes.all[0].send([UInt8](repeating: 65, count: 1001)) == .overflow)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a reader that falls behind beside an idle connection is cut off`(hasWaited: Bool) async throws {
        let pipes = Pipes()
        var limits = WebServer.Limits()
        limits.connections = 4
        try await withServer(limits: limits, routes: streaming(pipes, capacity: 1000)) { _, port in
            let idle = try Client(port: port)
            #expect(try await idle.get("/nothing").status == 404)
            let client = try await openStream(port)
            if hasWaited {
                pipes.all[0].send([66])
                #expect(try await client.chunk() == "B")
            }
            #expect(pipes.all[0].send([UInt8](repeating: 65, count: 1001)) == .overflow)
            #expect(try await client.rest().isEmpty)
            // Its place is free again.
            let others = [try Client(port: port), try Client(port: port)]
            for other in others { #expect(try await other.get("/nothing").status == 404) }
        }
    }

    @Test func `HEAD closes the stream that it does not read`() async throws {
        let pipes = Pipes()
        let gone = Signal()
        try await withServer(routes: streaming(pipes)) { _, port in
            let client = try Client(port: port)
            let answer = try await client.get("/events", method: "HEAD")
            #expect(answer.header["content-type"] == "text/event-stream")
            #expect(answer.header["content-length"] == nil)
            pipes.all[0].onClose { gone.fire() }
            await gone.wait()
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func `one stream too many is 503`() async throws {
        let pipes = Pipes()
        var limits = WebServer.Limits()
        limits.streams = 2
        try await withServer(limits: limits, routes: streaming(pipes)) { _, port in
            let first = try await openStream(port)
            let second = try await openStream(port)
            let third = try Client(port: port)
            let refused = try await third.get("/events")
            #expect(refused.status == 503)
            #expect(refused.body.contains("too-many-streams"))
            #expect(pipes.all[2].send([1]) == .closed)
            pipes.all[0].finish()
            #expect(try await first.chunk() == nil)
            #expect(try await first.get("/nothing").status == 404)
            _ = try await openStream(port)
            pipes.all[1].finish()
            #expect(try await second.chunk() == nil)
        }
    }
}
