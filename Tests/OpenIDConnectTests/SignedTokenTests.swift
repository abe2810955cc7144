import Cryptography
import Testing

@testable import OpenIDConnect

struct SignedTokenTests {
    private static let everything = Set(SigningAlgorithm.allCases)

    @Test(arguments: ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519", "type JWT"])
    func `a token that another implementation signed is verified`(name: String) throws {
        #expect(throws: Never.self) { try Tokens.verified(name) }
    }

    @Test(arguments: ["RS256", "PS256", "ES256", "ES384", "EdDSA"])
    func `a token is not verified after any change`(name: String) throws {
        let text = try Tokens.text(name)
        let parts = text.split(separator: ".").map(String.init)
        let payload = try #require(Base64URL.decode(parts[1]))
        let signature = try #require(Base64URL.decode(parts[2]))
        let changed = Base64URL.encode(
            Array(
                String(decoding: payload, as: UTF8.self)
                    .replacing("248289761001", with: "248289761002").utf8))
        for forged in [
            "\(parts[0]).\(changed).\(parts[2])", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature.dropLast(2)))",
        ] {
            #expect(throws: TokenRefusal.wrongSignature) {
                try SignedToken(forged, allowing: Self.everything).verified(by: try Tokens.keys())
            }
        }
    }

    // RFC 7515, appendices A.1, A.2, A.3 and A.5.
    @Test func `the tokens of the standard are verified or refused`() throws {
        let payload =
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let keys = try #require(
            JSONWebKeySet(
                document: Array(
                    """
                    {"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                    "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
                    """.utf8)))
        let signed =
            "eyJhbGciOiJFUzI1NiJ9.\(payload)."
            + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let token = try SignedToken(signed, allowing: Self.everything).verified(by: keys)
        #expect(token.claims.text("iss") == "joe")
        for refused in [
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(payload).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "eyJhbGciOiJub25lIn0.\(payload).",
        ] {
            #expect(throws: TokenRefusal.algorithmNotAllowed) {
                try SignedToken(refused, allowing: Self.everything)
            }
        }
    }

    @Test(arguments: [
        "alg none", "alg none in capitals", "HS256 with the public key", "HS256 with the JSON of the key",
        "RS512",
    ])
    func `an algorithm outside the list is refused`(name: String) throws {
        #expect(throws: TokenRefusal.algorithmNotAllowed) { try Tokens.verified(name) }
    }

    @Test func `the list can be shorter`() throws {
        let text = try Tokens.text("ES256")
        #expect(throws: TokenRefusal.algorithmNotAllowed) { try SignedToken(text, allowing: [.rs256]) }
        #expect(throws: Never.self) { try SignedToken(text, allowing: [.es256]) }
    }

    @Test(arguments: [
        ("unknown key ID", TokenRefusal.unknownKey),
        ("another key's ID", .unknownKey),
        ("signed with the wrong key", .wrongSignature),
        ("signed with the renewed key", .unknownKey),
        ("signed with the weak key", .unknownKey),
        ("RS256 with a key for PS256", .unknownKey),
        ("a key in the header", .unknownKey),
        ("critical extension", .criticalExtension),
        ("a number as key ID", .malformed),
        ("a payload that is no object", .malformed),
        ("a payload that is no JSON", .malformed),
        ("a claim twice", .malformed),
    ])
    func `a token is refused for its header, key or form`(name: String, refusal: TokenRefusal) throws {
        #expect(throws: refusal) { try Tokens.verified(name) }
    }

    @Test func `a token without a key ID needs a provider with one fitting key`() throws {
        #expect(throws: Never.self) { try Tokens.verified("no key ID", by: "one key") }
        #expect(throws: Never.self) { try Tokens.verified("no key ID") }
        #expect(throws: TokenRefusal.missingKeyID) {
            try Tokens.verified("no key ID", by: "renewed keys")
        }
    }

    @Test func `text that is no token is refused`() throws {
        let token = try Tokens.text("ES256")
        for text in [
            "", ".", "..", "...", "a.b.c", "\(token).", ".\(token)", "\(token).x.y", "\(token)=", " \(token)",
            "\(token)\n",
            "e30.e30.e30",
        ] {
            #expect(throws: TokenRefusal.malformed) { try SignedToken(text, allowing: Self.everything) }
        }
        #expect(throws: TokenRefusal.tooLong) {
            try SignedToken(token + String(repeating: "A", count: 64 * 1024), allowing: Self.everything)
        }
    }

    @Test func `keys that cannot check signatures are passed over`() throws {
        let ids = try Tokens.keys().keys.map(\.id)
        #expect(ids == ["rsa", "pss", "p256", "p384", "ed"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"keys":{}}"#,
        "{\"keys\":[\(Array(repeating: "{}", count: 101).joined(separator: ","))]}",
    ])
    func `text that is no key set is refused`(text: String) {
        #expect(JSONWebKeySet(document: Array(text.utf8)) == nil)
    }
}
