import HTTPCore
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1))) struct TrustedProxiesTests {
    private static let proxies = TrustedProxies(
        Set(["127.0.0.1", "10.0.0.1", "2001:db8::1"].compactMap { IPAddress($0) }))

    private func client(_ fields: [(String, String)]) throws -> ForwardedClient? {
        Self.proxies.client(of: try HTTPFields(fields))
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:DB8:0::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::1", "::1"),
    ])
    func `an address has one form, however it is written`(text: String, form: String) {
        #expect(IPAddress(text)?.description == form)
    }

    @Test(arguments: [
        "", "localhost", "192.0.2", "192.0.2.1:80", "[::1]", "::1%eth0", "1.2.3.4\0", "0x7f.1", " ::1",
    ])
    func `anything but an address is none`(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("192.0.2.7, 10.0.0.1", "192.0.2.7"),
        ("198.51.100.9, 192.0.2.7, 10.0.0.1, 127.0.0.1", "192.0.2.7"), ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8::2]:443", "2001:db8::2"), ("2001:db8::2", "2001:db8::2"),
        ("10.0.0.1, 127.0.0.1", "10.0.0.1"),
        ("nonsense\", 192.0.2.7", "192.0.2.7"), ("unknown", nil), ("192.0.2.7, unknown", nil),
        ("192.0.2.7,, ", "192.0.2.7"), ("", nil),
    ])
    func `the client is the right-most hop that is no trusted proxy`(hops: String, address: String?) throws {
        #expect(try client([("X-Forwarded-For", hops)]) == ForwardedClient(address: address))
    }

    @Test(arguments: [
        (
            "for=192.0.2.7;proto=https;host=cafe.example",
            ForwardedClient(address: "192.0.2.7", isSecure: true, host: "cafe.example")
        ),
        (
            #"For="[2001:db8::2]:80"; PROTO=HTTP; host="cafe.example:8443""#,
            ForwardedClient(address: "2001:db8::2", isSecure: false, host: "cafe.example:8443")
        ),
        // The one who heard the client says how the client spoke; what the client made up stands further left.
        (
            "for=198.51.100.9;proto=http;host=evil.example, for=192.0.2.7;proto=https, for=10.0.0.1;proto=http",
            ForwardedClient(address: "192.0.2.7", isSecure: true)
        ),
        ("for=_hidden;proto=https", ForwardedClient(isSecure: true)),
        ("by=10.0.0.1;proto=https", ForwardedClient(isSecure: true)),
        (#"for="192.0.2\.7""#, ForwardedClient(address: "192.0.2.7")),
    ])
    func `the standard field says address, scheme and host`(text: String, expected: ForwardedClient) throws {
        #expect(try client([("Forwarded", text)]) == expected)
    }

    @Test func `fields of one name count as one list`() throws {
        #expect(
            try client([("Forwarded", "for=198.51.100.9"), ("Forwarded", "for=192.0.2.7")])?.address
                == "192.0.2.7")
        #expect(
            try client([("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-For", "127.0.0.1")])?.address
                == "192.0.2.7")
    }

    @Test(arguments: [
        ("https", "cafe.example", true, "cafe.example"),
        ("http, https", "a.example, b.example", true, "b.example"),
    ])
    func `scheme and host come with the client`(
        scheme: String, host: String, isSecure: Bool, expected: String
    ) throws {
        let fields = [
            ("X-Forwarded-For", "198.51.100.9, 192.0.2.7"), ("X-Forwarded-Proto", scheme),
            ("X-Forwarded-Host", host),
        ]
        #expect(
            try client(fields) == ForwardedClient(address: "192.0.2.7", isSecure: isSecure, host: expected))
    }

    @Test func `where every proxy appends, scheme and host are those that the first one heard`() throws {
        let fields = [
            ("X-Forwarded-For", "192.0.2.7, 10.0.0.1"), ("X-Forwarded-Proto", "https, http"),
            ("X-Forwarded-Host", "cafe.example, inside"),
        ]
        #expect(
            try client(fields)
                == ForwardedClient(address: "192.0.2.7", isSecure: true, host: "cafe.example"))
    }

    @Test(arguments: [
        [("Forwarded", "for")], [("Forwarded", "for=1.2.3.4;for=5.6.7.8")], [("Forwarded", "for=\"1.2.3.4")],
        [("Forwarded", "for=\"1.2.3.4\"x")], [("Forwarded", "for=1.2.3.4;proto=gopher")],
        [("X-Forwarded-For", "\u{600}, 192.0.2.7")], [("Forwarded", "\u{600}, for=192.0.2.7")],
        [("X-Forwarded-Proto", "on")], [("X-Forwarded-Host", "a b")], [("X-Forwarded-Host", "a@b")],
        [("Forwarded", "for=198.51.100.9"), ("X-Forwarded-For", "192.0.2.7")],
        [("Forwarded", "for=192.0.2.7;host=evil.example"), ("X-Forwarded-For", "192.0.2.7")],
        [("Forwarded", "for=\"x"), ("X-Forwarded-For", "192.0.2.7")],
    ])
    func `what cannot be read, or contradicts itself, says nothing`(fields: [(String, String)]) throws {
        #expect(try client(fields) == nil)
    }

    // MARK: - Through a server

    private func addRoutes(_ router: inout Router) {
        router.add(
            .get, "/",
            .immediate { request, _ in
                .text(
                    "\(request.clientAddress) \(request.isSecure) \(request.fields.values("Host")) "
                        + "\(request.comesThroughProxy)")
            })
        router.add(.get, "/fixed", .fixed(FixedResponse(.text("fixed"))))
    }

    private static let claims =
        "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: cafe.example:8443\r\n"

    @Test func `W112: a trusted proxy is believed, and its client gets HSTS`() async throws {
        let local = try #require(IPAddress("127.0.0.1"))
        try await withServer(proxies: [local], routes: addRoutes) { _, port in
            let client = try Client(port: port)
            let answer = try await client.get("/", header: Self.claims)
            #expect(answer.body == #"192.0.2.7 true ["cafe.example:8443"] true"#)
            for path in ["/", "/fixed", "/nowhere"] {
                let secure = try await client.get(path, header: Self.claims)
                #expect(secure.header["strict-transport-security"] == "max-age=31536000", "\(path)")
                let plain = try await client.get(path)
                #expect(plain.header["strict-transport-security"] == nil, "\(path)")
            }
            #expect(try await client.get("/").body == #"127.0.0.1 false ["test"] true"#)
        }
    }

    @Test func `W112: anybody else is not believed`() async throws {
        let other = try #require(IPAddress("127.0.0.2"))
        for proxies in [[], [other]] as [Set<IPAddress>] {
            try await withServer(proxies: proxies, routes: addRoutes) { _, port in
                let answer = try await Client(port: port).get(
                    "/", header: Self.claims + "Forwarded: for=\"\r\n")
                #expect(answer.body == #"127.0.0.1 false ["test"] false"#)
                #expect(answer.header["strict-transport-security"] == nil)
            }
        }
    }

    @Test func `a proxy that contradicts itself is refused`() async throws {
        let local = try #require(IPAddress("127.0.0.1"))
        try await withServer(proxies: [local], routes: addRoutes) { _, port in
            let answer = try await Client(port: port).get(
                "/", header: Self.claims + "Forwarded: for=198.51.100.9\r\n")
            #expect(answer.status == 400)
            #expect(answer.body.contains("bad-forwarding"))
        }
    }

    @Test func `a request is meant for the host that the proxy was asked for`() async throws {
        let local = try #require(IPAddress("127.0.0.1"))
        try await withServer(hosts: ["cafe.example"], proxies: [local], routes: addRoutes) { _, port in
            let client = try Client(port: port)
            #expect(try await client.get("/", header: Self.claims).status == 200)
            #expect(try await client.get("/").status == 421)
        }
    }
}
