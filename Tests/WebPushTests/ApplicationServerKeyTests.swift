import Cryptography
import JSON
import Testing
import WebPush

struct ApplicationServerKeyTests {
    private let endpoint = Result { try PushEndpoint("https://push.example:8443/abc") }
    private let subject = Result { try PushSubject("mailto:office@cafe.example") }

    @Test func `a key is restored from its 32 bytes`() throws {
        let key = try ApplicationServerKey()
        #expect(key.bytes.count == 32 && key.publicKey.utf8.count == 87)
        let restored = try ApplicationServerKey(bytes: key.bytes)
        #expect(restored.publicKey == key.publicKey)
        #expect(try ApplicationServerKey().publicKey != key.publicKey)
        #expect(throws: PrivateKeyError.length) { try ApplicationServerKey(bytes: [1]) }
        #expect(throws: PrivateKeyError.range) {
            try ApplicationServerKey(bytes: [UInt8](repeating: 0, count: 32))
        }
    }

    @Test func `W71 a token names the origin, the contact and a time within 24 hours, and is signed`() throws
    {
        let key = try ApplicationServerKey()
        let text = try key.authorization(for: endpoint.get(), subject: subject.get(), at: 1_800_000_000)
        let token = try Token(text)
        #expect(token.publicKey == key.publicKey)
        #expect(token.header == ["typ": "JWT", "alg": "ES256"])
        #expect(
            token.claims == [
                "aud": "https://push.example:8443", "exp": 1_800_043_200, "sub": "mailto:office@cafe.example",
            ])
        let point = try #require(Base64URL.decode(key.publicKey))
        let publicKey = try PublicKey(curve: .p256, uncompressedPoint: point)
        #expect(
            publicKey.isValid(
                signature: token.signature, of: token.signedText.utf8, algorithm: .es256(.concatenated)))
    }

    @Test func `W71 a token may live for 24 hours`() throws {
        let text = try ApplicationServerKey().authorization(
            for: endpoint.get(), subject: subject.get(), at: 0, lifetime: ApplicationServerKey.maximumLifetime
        )
        #expect(try Token(text).claims["exp"] == 86_400)
    }

    @Test func `an authorization is reused for six hours, for one origin`() throws {
        var authorizations = PushAuthorizations(key: try ApplicationServerKey(), subject: try subject.get())
        let endpoint = try endpoint.get()
        let first = try authorizations.authorization(for: endpoint, at: 1_000)
        let later = try authorizations.authorization(
            for: PushEndpoint("https://push.example:8443/x"), at: 22_599)
        #expect(later == first)
        #expect(
            try authorizations.authorization(for: PushEndpoint("https://push.example/abc"), at: 1_000)
                != first)
        let next = try authorizations.authorization(for: endpoint, at: 22_600)
        #expect(next != first)
        #expect(try authorizations.authorization(for: endpoint, at: 22_601) == next)
    }

    @Test func `a clock that goes back makes a new authorization`() throws {
        var authorizations = PushAuthorizations(key: try ApplicationServerKey(), subject: try subject.get())
        _ = try authorizations.authorization(for: endpoint.get(), at: 1_000_000)
        let text = try authorizations.authorization(for: endpoint.get(), at: 999_999)
        #expect(try Token(text).claims["exp"] == 1_043_199)
    }

    @Test func `many origins do not grow the cache`() throws {
        var authorizations = PushAuthorizations(key: try ApplicationServerKey(), subject: try subject.get())
        let first = try authorizations.authorization(for: endpoint.get(), at: 0)
        for number in 1..<64 {
            _ = try authorizations.authorization(for: PushEndpoint("https://push\(number).example"), at: 0)
        }
        #expect(try authorizations.authorization(for: endpoint.get(), at: 0) == first)
        _ = try authorizations.authorization(for: PushEndpoint("https://push64.example"), at: 0)
        #expect(try authorizations.authorization(for: endpoint.get(), at: 0) != first)
    }
}

struct PushSubjectTests {
    @Test(arguments: [
        "https://cafe.example", "https://cafe.example:8443/contact?a=b", "mailto:office@cafe.example",
        "mailto:first.last+push@mail.cafe.example", "https://xn--caf-dma.example",
    ])
    func `W71 a URL and a mail address with a real domain are subjects`(text: String) throws {
        #expect(try PushSubject(text).text == text)
    }

    @Test(arguments: [
        ("", PushSubjectError.scheme), ("http://cafe.example", .scheme), ("office@cafe.example", .scheme),
        ("tel:+49", .scheme), ("https:cafe.example", .malformed), ("https://user@cafe.example", .malformed),
        ("https://cafe.example/#a", .malformed), ("mailto:", .malformed), ("mailto:office", .malformed),
        ("mailto:@cafe.example", .malformed), ("mailto:a@b@cafe.example", .malformed),
        ("mailto:a b@cafe.example", .malformed), ("mailto:a,b@cafe.example", .malformed),
        ("mailto:Office <a@cafe.example>", .malformed), ("mailto:x@localhost", .host),
        ("mailto:x@cafe.localhost", .host), ("mailto:x@cafe.example?subject=a", .host),
        ("mailto:x@.example", .host), ("mailto:x@cafe.example.", .host), ("mailto:x@-a.example", .host),
        ("mailto:x@[192.0.2.1]", .host), ("https://localhost", .host), ("https://cafe", .host),
        ("https://127.0.0.1", .host), ("https://[2001:db8::1]", .host), ("https://a_b.example", .host),
    ])
    func `W71 any other subject is refused with its reason`(text: String, expected: PushSubjectError) {
        #expect(throws: expected) { try PushSubject(text) }
    }

    @Test func `each refusal has a code and a sentence of its own`() {
        let all = PushSubjectError.allCases
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.description)).count == all.count)
    }
}

/// What stands in an authorization.
private struct Token {
    let header: JSONValue
    let claims: JSONObject
    let signedText: Substring
    let signature: [UInt8]
    let publicKey: String

    init(_ authorization: String) throws {
        let parts = authorization.split(separator: " ")
        try #require(
            parts.count == 3 && parts[0] == "vapid" && parts[1].hasPrefix("t=") && parts[2].hasPrefix("k="))
        publicKey = String(parts[2].dropFirst(2))
        let token = parts[1].dropFirst(2).dropLast()
        let pieces = token.split(separator: ".")
        try #require(pieces.count == 3)
        header = try JSONValue(parsing: #require(Base64URL.decode(pieces[0])))
        guard case .object(let claims) = try JSONValue(parsing: #require(Base64URL.decode(pieces[1]))) else {
            throw NoToken()
        }
        self.claims = claims
        signature = try #require(Base64URL.decode(pieces[2]))
        signedText = token[..<pieces[1].endIndex]
    }

    private struct NoToken: Error {}
}
