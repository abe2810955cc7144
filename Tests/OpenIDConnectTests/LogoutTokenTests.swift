import Testing

@testable import OpenIDConnect

struct LogoutTokenTests {
    @Test(
        arguments: [
            ("logout", "248289761001", "session-1"), ("logout with type", "248289761001", "session-1"),
            ("logout of a person", "248289761001", nil), ("logout of a session", nil, "session-1"),
        ] as [(String, String?, String?)])
    func `a logout token names a person or a session`(
        name: String, subject: String?, sessionID: String?
    ) throws {
        let token = try Tokens.logout(name)
        #expect(token.issuer == "https://idp.example")
        #expect(token.subject == subject)
        #expect(token.sessionID == sessionID)
        #expect(token.tokenID == "logout-1")
        #expect(token.expiry == NumericDate(secondsSinceEpoch: 1_800_000_180))
    }

    @Test(arguments: [
        ("logout of nobody", TokenRefusal.nobodyToSignOut),
        ("logout with a nonce", .unexpectedNonce),
        ("logout without events", .noLogoutEvent),
        ("logout with another event", .noLogoutEvent),
        ("logout with a text as event", .noLogoutEvent),
        ("logout without jti", .unusableClaim(.tokenID)),
        ("logout of another client", .wrongAudience),
        ("logout of another issuer", .wrongIssuer),
        ("logout that expired", .expired),
        ("logout without expiry", .unusableClaim(.expiry)),
        ("logout as access token", .wrongType),
        ("ES256", .unexpectedNonce),
        ("without nonce", .noLogoutEvent),
    ])
    func `a logout token is refused for its claims`(name: String, refusal: TokenRefusal) throws {
        #expect(throws: refusal) { try Tokens.logout(name) }
    }
}
