import CommandLineArguments
import Testing

@testable import vicinity

struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", UInt16(8080), true), ("localhost:0", "127.0.0.1", 0, true),
        ("[::1]:443", "::1", 443, true), ("0.0.0.0:80", "0.0.0.0", 80, false),
        ("127.9.9.9:1", "127.9.9.9", 1, true), ("cafe.example:8443", "cafe.example", 8443, false),
    ])
    func `an address has a host, a port, and is of this machine or not`(
        text: String, host: String, port: UInt16, isLoopback: Bool
    ) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: ["", ":", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+1", ":8080", "a:b:c", "[]:1"])
    func `anything else is wrong usage`(text: String) {
        #expect(throws: UsageError.malformedValue(text, of: "--listen", expected: "HOST:PORT")) {
            try ListenAddress(text)
        }
    }

    @Test(arguments: ["127.0.0.1:65536", "127.0.0.1:99999", "[::1]:-1", "a:99999999999999999999"])
    func `a port that there is not is named as such`(text: String) {
        #expect(
            throws: UsageError.malformedValue(text, of: "--listen", expected: "a port from 0 to 65535")
        ) { try ListenAddress(text) }
    }

    @Test(arguments: [("[::1]:0", "[::1]"), ("127.9.9.9:1", "127.9.9.9"), ("localhost:80", "localhost")])
    func `the demo answers to this machine's names and to its own address`(text: String, own: String) throws {
        #expect(try ListenAddress(text).loopbackHosts == ["localhost", "127.0.0.1", "[::1]", own])
    }

    @Test(arguments: ["127.evil.example:80", "1270.0.0.1:80"])
    func `a name that only begins like a loopback address is not one`(text: String) throws {
        #expect(try !ListenAddress(text).isLoopback)
    }
}
