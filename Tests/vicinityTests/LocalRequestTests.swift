import HTTPCore
import Testing

@testable import vicinity

/// W145: `/metrics` is not reachable from the public side.
struct LocalRequestTests {
    private func request(
        from address: String, host: String? = "127.0.0.1:8080", _ fields: [(String, String)] = []
    ) throws -> HTTPRequest {
        let hosts = host.map { [("Host", $0)] } ?? []
        var request = HTTPRequest(path: "/metrics", fields: try HTTPFields(hosts + fields))
        request.clientAddress = address
        return request
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:8080"), ("127.0.0.1", "localhost"), ("127.9.9.9", "LOCALHOST:80"),
        ("::1", "[::1]:8080"), ("::1", "[::1]"), ("::ffff:127.0.0.1", "127.0.0.1"),
    ])
    func `W145: a program on this machine that asks for this machine reads the metrics`(
        address: String, host: String
    ) throws {
        #expect(LocalRequest.isLocal(try request(from: address, host: host)))
    }

    @Test(arguments: [
        ("192.0.2.7", "127.0.0.1:8080"), ("2001:db8::1", "[::1]"), ("", "localhost"),
        ("127.0.0.1", "vicinity.example.org"), ("127.0.0.1", "localhost.example.org"),
        ("127.0.0.1", "127.0.0.1.example.org"), ("::1", "[2001:db8::1]:8080"), ("127.0.0.1", ""),
    ])
    func `W145: nobody else does`(address: String, host: String) throws {
        #expect(!LocalRequest.isLocal(try request(from: address, host: host)))
    }

    @Test(arguments: [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
    ])
    func `W145: what a proxy on this machine has marked is not from here`(field: String) throws {
        #expect(!LocalRequest.isLocal(try request(from: "127.0.0.1", [(field, "x")])))
    }

    @Test func `W145: a request without a host, or through a trusted proxy, is not from here`() throws {
        #expect(!LocalRequest.isLocal(try request(from: "127.0.0.1", host: nil)))
        var proxied = try request(from: "127.0.0.1")
        proxied.comesThroughProxy = true
        #expect(!LocalRequest.isLocal(proxied))
    }
}
