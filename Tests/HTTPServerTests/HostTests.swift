import HTTPCore
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct HostTests {
    private static let local: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private func status(hosts: Set<String>?, header: String) async throws -> (status: Int, body: String) {
        var answer = (status: 0, body: "")
        try await withServer(hosts: hosts) { router in
            router.add(.get, "/", .immediate { _, _ in .text("here") })
            router.add(.get, "/later", .asynchronous { _, _ in .text("here") })
        } test: { _, port in
            for path in ["/", "/later", "/nowhere"] {
                let client = try Client(port: port)
                try await client.send("GET \(path) HTTP/1.1\r\n\(header)\r\n")
                let response = try await client.response()
                if path == "/" { answer = (response.status, response.body) }
                #expect((response.status == 421) == (answer.status == 421), "\(path)")
            }
        }
        return answer
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::1]:8080",
    ])
    func `a request for one of the server's hosts is served`(host: String) async throws {
        #expect(try await status(hosts: Self.local, header: "Host: \(host)\r\n").status == 200)
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "localhost:8080.evil.example",
        "127.0.0.1.evil.example:8080", "::1", "evil.example:[::1]",
    ])
    func `a request that was led here by another name is refused`(host: String) async throws {
        let answer = try await status(hosts: Self.local, header: "Host: \(host)\r\n")
        #expect(answer.status == 421)
        #expect(answer.body.contains("misdirected-request"))
    }

    @Test func `a server without hosts of its own serves any name`() async throws {
        #expect(try await status(hosts: nil, header: "Host: evil.example\r\n").status == 200)
    }
}
