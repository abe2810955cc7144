import Foundation
import TestSupport
import Testing

@testable import Outgoing

private let openssl = "/usr/bin/openssl"

@Suite(.timeLimit(.minutes(1))) struct OutgoingClientTests {
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-One: 1\r\nContent-Type: text/plain \r\n\r\nhello"

    private func client(
        _ change: (inout OutgoingClient.Configuration) -> Void = { _ in }
    ) -> OutgoingClient {
        var configuration = OutgoingClient.Configuration(allowedHosts: ["127.0.0.1", "LocalHost"])
        // No test waits for it, however busy the machine is.
        configuration.timeLimit = .seconds(50)
        change(&configuration)
        return OutgoingClient(configuration)
    }

    // MARK: - Calls

    @Test func `a call reads an answer`() async throws {
        let server = try ScriptedServer(Self.answer)
        let response = try await client().send(
            OutgoingRequest(
                .get, "http://127.0.0.1:\(server.port)/a?b=c",
                header: [("Accept", "text/plain"), ("X-Empty", "")]))
        #expect(response.status == 200)
        #expect(response.body == Array("hello".utf8))
        #expect(response["x-one"] == "1")
        #expect(response["content-type"] == "text/plain")
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAccept: text/plain\r\n"))
        #expect(request.contains("\r\nX-Empty:\r\n"))
        #expect(request.contains("\r\nUser-Agent: vicinity\r\n"))
    }

    @Test(arguments: [0, 3, 100_000])
    func `a call sends a body`(count: Int) async throws {
        let server = try ScriptedServer(Self.answer)
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        let response = try await client().send(
            OutgoingRequest(
                .post(body), "http://localhost:\(server.port)/", header: [("Content-Type", "text/plain")]))
        #expect(response.status == 200)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(request.contains("\r\nContent-Type: text/plain\r\n"))
        #expect(request.contains("\r\nContent-Length: \(count)\r\n"))
        #expect(!request.contains("Expect"))
        #expect(request.hasSuffix("\r\n\r\n" + String(repeating: "x", count: count)))
    }

    @Test(arguments: [("PUT", 3), ("DELETE", 0)])
    func `a call has any other method`(method: String, count: Int) async throws {
        let server = try ScriptedServer(Self.answer)
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        _ = try await client().send(OutgoingRequest(.other(method, body), "http://localhost:\(server.port)/"))
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(request.contains("\r\nContent-Length: \(count)\r\n"))
    }

    @Test func `many calls run at a time`() async throws {
        let server = try ScriptedServer(Self.answer)
        let client = client()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/")).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
    }

    @Test func `a redirect is an answer, and is not followed`() async throws {
        let server = try ScriptedServer(
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
        let response = try await client().send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        #expect(response.status == 302)
        #expect(response["location"] == "http://127.0.0.1:1/")
        #expect(server.requests.count == 1)
    }

    // MARK: - Where calls may go

    @Test(arguments: [
        "https://127.0.0.1", "https://localhost", "https://[::1]", "https://[::ffff:127.0.0.1]",
        "https://0.0.0.0", "https://2130706433", "https://0x7f.1", "https://127.1", "https://10.0.0.1",
        "https://169.254.169.254", "https://192.168.0.1", "https://[fe80::1]", "https://[fd00::1]",
        "https://224.0.0.1", "https://inside.example", "https://INSIDE.example.", "https://mixed.example",
    ])
    func `a host that is not on the internet is refused`(url: String) async throws {
        let server = try ScriptedServer(Self.answer)
        let client = client {
            $0.allowedHosts = []
            $0.pinnedAddresses = [
                "inside.example:\(server.port):127.0.0.1", "inside.example.:\(server.port):127.0.0.1",
                "mixed.example:\(server.port):[::ffff:127.0.0.1],127.0.0.1",
            ]
        }
        await #expect(throws: OutgoingError.addressNotAllowed) {
            try await client.send(OutgoingRequest(.get, "\(url):\(server.port)/"))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a host that is allowed by name may be anywhere`() async throws {
        let server = try ScriptedServer(Self.answer)
        let client = client {
            $0.allowedHosts = ["inside.example"]
            $0.pinnedAddresses = [
                "inside.example:\(server.port):127.0.0.1", "other.example:\(server.port):127.0.0.1",
            ]
        }
        let url = "http://Inside.Example:\(server.port)/"
        #expect(try await client.send(OutgoingRequest(.get, url)).status == 200)
        await #expect(throws: OutgoingError.addressNotAllowed) {
            try await client.send(OutgoingRequest(.get, "https://other.example:\(server.port)/"))
        }
    }

    @Test(arguments: [
        "", "example.org", "/path", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/",
        "http://example.org/", "https://user@127.0.0.1/", "https://user:word@127.0.0.1/", "https://",
        "https://exa mple.org/", "https://example.org/\r\nX: y", "https://exämple.org/",
    ])
    func `a URL that may not be called is refused`(url: String) async {
        let client = client()
        await #expect(throws: OutgoingError.url) { try await client.send(OutgoingRequest(.get, url)) }
    }

    @Test(arguments: [("X", "a\r\nY: b"), ("X\r\nY", "b"), ("", "b"), ("X: Y", "b"), ("X", "\u{0}")])
    func `a field that could be read as two is refused`(name: String, value: String) async {
        let client = client()
        await #expect(throws: OutgoingError.header) {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1/", header: [(name, value)]))
        }
    }

    // In a process of its own, because the environment belongs to all tests.
    @Test func `a proxy of the environment is not used`() async {
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            setenv("all_proxy", "http://127.0.0.1:1", 1)
            let server = try ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let client = OutgoingClient(OutgoingClient.Configuration(allowedHosts: ["127.0.0.1"]))
            _ = try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
    }

    // MARK: - Limits

    @Test(arguments: [
        "Content-Length: 1001\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n", "\r\n",
    ])
    func `an answer beyond the limit is refused`(head: String) async throws {
        let server = try ScriptedServer(
            "HTTP/1.1 200 OK\r\n\(head)" + String(repeating: "x", count: 1001) + "\r\n0\r\n\r\n")
        let client = client { $0.sizeLimit = 1000 }
        await #expect(throws: OutgoingError.tooLong) {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
    }

    @Test func `an answer at the limit is read`() async throws {
        let server = try ScriptedServer("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1000))
        let client = client { $0.sizeLimit = 1000 }
        let response = try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        #expect(response.body.count == 1000)
    }

    @Test func `a header beyond the limit is refused`() async throws {
        let line = "X: " + String(repeating: "x", count: 997) + "\r\n"
        let server = try ScriptedServer(
            "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 70) + "\r\n")
        let client = client()
        await #expect(throws: OutgoingError.tooLong) {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"])
    func `a server that does not go on runs into the time limit`(answer: String) async throws {
        let server = try ScriptedServer(answer, staysOpen: true)
        let client = client { $0.timeLimit = .milliseconds(300) }
        await #expect(throws: OutgoingError.timeLimit) {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
    }

    @Test func `a call that is cancelled ends at once`() async throws {
        let server = try ScriptedServer("", staysOpen: true)
        let client = client()
        let call = Task {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
        while server.requests.isEmpty { await Task.yield() }
        call.cancel()
        await #expect(throws: OutgoingError.cancelled) { try await call.value }
    }

    @Test func `a call of a cancelled task does not begin`() async throws {
        let server = try ScriptedServer(Self.answer)
        let client = client()
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/"))
        }
        call.cancel()
        await #expect(throws: OutgoingError.cancelled) { try await call.value }
        #expect(server.requests.isEmpty)
    }

    @Test func `closing ends calls that are under way, and refuses new ones`() async throws {
        let server = try ScriptedServer("", staysOpen: true)
        let client = client()
        let request = OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/")
        let call = Task { try await client.send(request) }
        while server.requests.isEmpty { await Task.yield() }
        client.close()
        await #expect(throws: OutgoingError.closed) { try await call.value }
        await #expect(throws: OutgoingError.closed) { try await client.send(request) }
    }

    @Test func `more calls than the limit are refused`() async throws {
        let server = try ScriptedServer("", staysOpen: true)
        let client = client { $0.callLimit = 1 }
        let request = OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/")
        let call = Task { try await client.send(request) }
        while server.requests.isEmpty { await Task.yield() }
        await #expect(throws: OutgoingError.tooManyCalls) { try await client.send(request) }
        call.cancel()
        _ = await call.result
    }

    @Test func `a host that never answers leaves room for others`() async throws {
        let silent = try ScriptedServer("", staysOpen: true)
        let server = try ScriptedServer(Self.answer)
        let client = client { $0.callLimitPerHost = 1 }
        let request = OutgoingRequest(.get, "http://127.0.0.1:\(silent.port)/")
        let call = Task { try await client.send(request) }
        while silent.requests.isEmpty { await Task.yield() }
        await #expect(throws: OutgoingError.tooManyCalls) { try await client.send(request) }
        let other = OutgoingRequest(.get, "http://localhost:\(server.port)/")
        #expect(try await client.send(other).status == 200)
        call.cancel()
        _ = await call.result
        let later = OutgoingRequest(.get, "http://127.0.0.1:\(server.port)/")
        #expect(try await client.send(later).status == 200)
    }

    @Test func `a connection that nobody takes is an error`() async throws {
        let port = try ScriptedServer("").port
        let client = client()
        await #expect {
            try await client.send(OutgoingRequest(.get, "http://127.0.0.1:\(port)/"))
        } throws: { error in
            if case .connection? = error as? OutgoingError { true } else { false }
        }
    }

    // MARK: - TLS

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
    func `a server's certificate must be trusted and have its name`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TLSServer(in: folder, name: "inside.example")
            defer { server.stop() }
            let url = { (host: String) in "https://\(host):\(server.port)/" }
            let pins = ["inside.example:\(server.port):127.0.0.1", "other.example:\(server.port):127.0.0.1"]
            let trusting = client {
                $0.allowedHosts = ["inside.example", "other.example"]
                $0.pinnedAddresses = pins
                $0.authorities = server.certificate
            }
            #expect(try await trusting.send(OutgoingRequest(.get, url("inside.example"))).status == 200)
            await #expect(throws: OutgoingError.tls) {
                try await trusting.send(OutgoingRequest(.get, url("other.example")))
            }
            let wary = client {
                $0.allowedHosts = ["inside.example"]
                $0.pinnedAddresses = pins
            }
            await #expect(throws: OutgoingError.tls) {
                try await wary.send(OutgoingRequest(.get, url("inside.example")))
            }
        }
    }
}

/// OpenSSL's own server with a certificate of its own, on a port that was free.
private final class TLSServer {
    struct Failure: Error { let output: String }

    let certificate: String
    let port: UInt16
    private let process = Process()

    init(in folder: String, name: String) throws {
        let key = folder + "/key.pem"
        certificate = folder + "/certificate.pem"
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: openssl)
        maker.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            "-out", certificate, "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-days",
            "2",
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: openssl)
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = ""
        while true {
            let part = output.fileHandleForReading.availableData
            text += String(decoding: part, as: UTF8.self)
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT ") }),
                let port = line.split(separator: ":").last.flatMap({ UInt16($0) })
            {
                self.port = port
                return
            }
            guard !part.isEmpty else { throw Failure(output: text) }
        }
    }

    func stop() {
        // The process inherits from Dispatch's threads that all other signals wait.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
