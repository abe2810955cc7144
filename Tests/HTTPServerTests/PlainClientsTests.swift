import Glibc
import HTTPCore
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1)))
struct PlainClientsTests {
    private func driver(_ clients: WebServer.PlainClients, tls: WebServer.TLSIdentity? = nil) throws -> Driver
    {
        var configuration = WebServer.Configuration(
            trustedProxies: [try #require(IPAddress("192.0.2.7"))], tls: tls)
        configuration.plainClients = clients
        return WebServer(configuration: configuration, router: Router()) { Issue.record($0) }.driver
    }

    @Test(arguments: [
        ("127.0.0.1", false), ("127.9.9.9", false), ("::1", false), ("::ffff:127.0.0.1", false),
        ("192.0.2.7", false),
        ("::ffff:192.0.2.7", false), ("192.0.2.8", true), ("::ffff:192.0.2.8", true), ("2001:db8::1", true),
        ("fe80::1%eth0", true), ("::", true), ("", true),
    ])
    func `only this machine and trusted proxies speak plain HTTP`(address: String, isRefused: Bool) throws {
        let driver = try driver(.thisMachineAndProxies)
        #expect(driver.needsTLS(address, isProxy: driver.proxies.include(address)) == isRefused)
    }

    @Test func `a server that takes anyone, or speaks TLS, refuses nobody for it`() throws {
        let identity = WebServer.TLSIdentity(certificateChain: "", privateKey: "")
        #expect(try !driver(.anyone).needsTLS("192.0.2.8", isProxy: false))
        #expect(try !driver(.thisMachineAndProxies, tls: identity).needsTLS("192.0.2.8", isProxy: false))
    }

    @Test func `a socket that listens already is served`() async throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Binds to any free port by itself.
        try #require(listen(listening, 8) == 0)
        var configuration = WebServer.Configuration()
        configuration.listeningSocket = listening
        var router = Router()
        router.add(.get, "/", .immediate { _, _ in .text("here") })
        let server = WebServer(configuration: configuration, router: router) { Issue.record($0) }
        let address = try server.start()
        let client = try Client(port: address.port)
        try await client.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        #expect(try await client.rest().hasSuffix("here"))
        await server.stop(grace: .zero)
    }
}
