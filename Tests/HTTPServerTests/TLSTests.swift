import Foundation
import HTTPCore
import HTTPServer
import Testing

private let openssl = "/usr/bin/openssl"

@Suite(.timeLimit(.minutes(1)), .enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
struct TLSTests {
    init() {
        // A refused client may end before it has read its input; the pipe then fails instead of ending this process.
        signal(SIGPIPE, SIG_IGN)
    }

    private func run(_ arguments: [String], input: String = "") async throws -> String {
        try await offTheTasks {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: openssl)
            process.arguments = arguments
            let (sent, received) = (Pipe(), Pipe())
            process.standardInput = sent
            process.standardOutput = received
            process.standardError = FileHandle.nullDevice
            try process.run()
            try? sent.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            defer { sent.fileHandleForWriting.closeFile() }
            let output = received.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: output, as: UTF8.self)
        }
    }

    private func makeIdentity(
        _ key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    ) async throws -> WebServer.TLSIdentity {
        let text = try await run(
            ["req", "-x509", "-newkey"] + key + [
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", "/dev/stdout", "-out",
                "/dev/stdout",
            ])
        let mark = try #require(text.range(of: "-----BEGIN CERTIFICATE"))
        return WebServer.TLSIdentity(
            certificateChain: String(text[mark.lowerBound...]), privateKey: String(text[..<mark.lowerBound]))
    }

    private func addRoutes(_ router: inout Router) {
        router.add(.get, "/", .asynchronous { request, _ in .text("secure: \(request.isSecure)") })
        router.add(
            .get, "/events",
            .immediate { _, _ in
                let pipe = HTTPBodyPipe()
                pipe.send(Array("data: event\n\n".utf8))
                pipe.finish()
                return .eventStream(pipe)
            })
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `requests and streams go over TLS`(version: String) async throws {
        let identity = try await makeIdentity()
        try await withServer(tls: identity, routes: addRoutes) { _, port in
            let client = ["s_client", "-connect", "127.0.0.1:\(port)", version, "-quiet", "-ign_eof"]
            let answer = try await run(
                client, input: "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
            #expect(answer.hasSuffix("secure: true"))
            let events = try await run(
                client, input: "GET /events HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            #expect(events.contains("data: event\n\n\r\n0\r\n"))
        }
    }

    @Test func `old versions are refused`() async throws {
        let identity = try await makeIdentity()
        try await withServer(tls: identity, routes: addRoutes) { _, port in
            let answer = try await run(
                [
                    "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0",
                    "-quiet",
                ],
                input: "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            #expect(!answer.contains("HTTP/1.1 200"))
        }
    }

    /// What a client offers, and whether the server takes it.
    static let suites: [(suites: String, isTaken: Bool)] = [
        ("ECDHE-RSA-AES128-GCM-SHA256", true), ("ECDHE-RSA-AES256-GCM-SHA384", true),
        ("ECDHE-RSA-CHACHA20-POLY1305", true), ("AES128-GCM-SHA256", false), ("AES256-GCM-SHA384", false),
        ("AES128-SHA", false), ("AES256-SHA", false), ("ECDHE-RSA-AES128-SHA", false),
        ("ECDHE-RSA-AES256-SHA", false), ("DHE-RSA-AES128-SHA", false), ("ECDHE-RSA-AES128-SHA256", false),
        ("DES-CBC3-SHA", false), ("NULL-SHA256", false),
    ]

    @Test func `only suites with forward secrecy and authenticated encryption are taken`() async throws {
        let identity = try await makeIdentity(["rsa:2048"])
        try await withServer(tls: identity, routes: addRoutes) { _, port in
            for (suites, isTaken) in Self.suites {
                let answer = try await run(
                    [
                        "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_2", "-cipher",
                        "\(suites):@SECLEVEL=0", "-quiet", "-ign_eof",
                    ],
                    input: "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK") == isTaken, "\(suites)")
            }
        }
    }

    @Test func `every answer tells the browser to stay with TLS`() async throws {
        let identity = try await makeIdentity()
        try await withServer(tls: identity) { router in
            addRoutes(&router)
            router.add(.get, "/fixed", .fixed(FixedResponse(.text("fixed"))))
        } test: { _, port in
            for path in ["/", "/fixed", "/events", "/nowhere"] {
                let answer = try await run(
                    ["s_client", "-connect", "127.0.0.1:\(port)", "-quiet", "-ign_eof"],
                    input: "GET \(path) HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                #expect(answer.contains("\r\nStrict-Transport-Security: max-age=31536000\r\n"), "\(path)")
            }
        }
    }

    @Test(arguments: ["", "\u{16}\u{3}\u{1}"])
    func `a handshake that gets stuck is ended when a request would have to be there`(begun: String)
        async throws
    {
        let identity = try await makeIdentity()
        var limits = WebServer.Limits()
        limits.idleTime = .seconds(3600)
        limits.arrivalTime = .milliseconds(100)
        try await withServer(limits: limits, tls: identity, routes: addRoutes) { _, port in
            let client = try Client(port: port)
            try await client.send(begun)
            #expect(try await client.rest().isEmpty)
        }
    }

    private func presented(_ port: UInt16) async throws -> String {
        // The answer ends the connection, and with it the client.
        let text = try await run(
            ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof"],
            input: "GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        let start = try #require(text.range(of: "-----BEGIN CERTIFICATE"))
        let end = try #require(text.range(of: "-----END CERTIFICATE-----\n"))
        return String(text[start.lowerBound..<end.upperBound])
    }

    @Test func `new connections get a replaced certificate, and a broken one changes nothing`() async throws {
        let (first, second) = (try await makeIdentity(), try await makeIdentity())
        try await withServer(tls: first, routes: addRoutes) { server, port in
            #expect(try await presented(port) == first.certificateChain)
            try server.replaceIdentity(second)
            #expect(try await presented(port) == second.certificateChain)
            let mixed = WebServer.TLSIdentity(
                certificateChain: first.certificateChain, privateKey: second.privateKey)
            #expect(throws: TLSIdentityError.self) { try server.replaceIdentity(mixed) }
            #expect(throws: TLSIdentityError.self) {
                try server.replaceIdentity(.init(certificateChain: "none", privateKey: "none"))
            }
            #expect(try await presented(port) == second.certificateChain)
        }
    }

    @Test func `a certificate that is none is refused at the start`() async throws {
        let identity = WebServer.TLSIdentity(certificateChain: "none", privateKey: "none")
        let server = WebServer(configuration: .init(tls: identity), router: Router()) { Issue.record($0) }
        let error = #expect(throws: WebServerError.self) { try server.start() }
        #expect(error?.reason == .cannotListen)
    }
}
