import Testing
import WebAuthn

struct RelyingPartyTests {
    @Test(
        arguments: [
            ("cafe.example", "https://cafe.example"), ("cafe.example", "https://www.cafe.example:8443"),
            ("localhost", "http://localhost:8080"), ("localhost", "https://localhost"),
            ("xn--caf-dma.example", "https://xn--caf-dma.example"),
        ])
    func `a domain with its origins is accepted`(id: String, origin: String) throws {
        #expect(try RelyingParty(id: id, name: "Café", origins: [origin]).id == id)
    }

    @Test(arguments: [
        "", "Cafe.example", "cafe.example.", ".cafe.example", "cafe..example", "-cafe.example", "127.0.0.1",
        "::1",
        "cafe.example:443", "https://cafe.example", "café.example",
    ])
    func `what is no domain is refused`(id: String) {
        #expect(throws: RelyingPartyMistake.domain(id)) {
            try RelyingParty(id: id, name: "Café", origins: ["https://cafe.example"])
        }
    }

    @Test(arguments: [
        "https://cafe.example/", "https://cafe.example:443", "https://cafe.example:",
        "https://cafe.example:08",
        "https://cafe.example:70000", "http://cafe.example", "https://CAFE.example",
        "https://evilcafe.example",
        "https://cafe.example.evil.example", "https://user@cafe.example", "cafe.example", "null", "",
        "https://.cafe.example", "android:apk-key-hash:abc",
    ])
    func `what is no origin of the domain is refused`(origin: String) {
        #expect(throws: RelyingPartyMistake.origin(origin)) {
            try RelyingParty(id: "cafe.example", name: "Café", origins: [origin, "https://cafe.example"])
        }
    }

    @Test func `a site has a name and an origin`() {
        #expect(throws: RelyingPartyMistake.noOrigin) {
            try RelyingParty(id: "cafe.example", name: "Café", origins: [])
        }
        for name in ["", String(repeating: "a", count: 65)] {
            #expect(throws: RelyingPartyMistake.name) {
                try RelyingParty(id: "cafe.example", name: name, origins: ["https://cafe.example"])
            }
        }
    }
}
