import Testing

@testable import OpenIDConnect

struct IDTokenTests {
    @Test func `a token says who signed in, when and how`() throws {
        let token = try Tokens.idToken("ES256")
        #expect(
            token.identity == ExternalIdentity(issuer: "https://idp.example", subject: "248289761001"))
        #expect(token.issuedAt == Tokens.now)
        #expect(token.authenticatedAt == NumericDate(secondsSinceEpoch: 1_799_999_900))
        #expect(token.authenticationContext == "urn:example:two-factors")
        #expect(token.authenticationMethods == ["pwd", "otp"])
        #expect(token.sessionID == "session-1")
        #expect(token.name == "José Ñandú")
        #expect(token.email == "jose@example.org")
        #expect(token.isEmailVerified)
        #expect(token.groups == ["staff", "kitchen"])
    }

    @Test(arguments: [
        ("without iss", TokenRefusal.unusableClaim(.issuer)),
        ("without sub", .unusableClaim(.subject)),
        ("without aud", .unusableClaim(.audience)),
        ("without exp", .unusableClaim(.expiry)),
        ("without iat", .unusableClaim(.issuedAt)),
        ("without nonce", .wrongNonce),
        ("iss is a list of numbers", .unusableClaim(.issuer)),
        ("sub is a list of numbers", .unusableClaim(.subject)),
        ("aud is a list of numbers", .unusableClaim(.audience)),
        ("exp is a list of numbers", .unusableClaim(.expiry)),
        ("iat is a list of numbers", .unusableClaim(.issuedAt)),
        ("nbf is a list of numbers", .unusableClaim(.notBefore)),
        ("nonce is a list of numbers", .wrongNonce),
        ("auth_time is a list of numbers", .unusableClaim(.authenticatedAt)),
        ("sid is a list of numbers", .unusableClaim(.sessionID)),
        ("at_hash is a list of numbers", .unusableClaim(.accessTokenHash)),
        ("wrong issuer", .wrongIssuer),
        ("issuer with a slash", .wrongIssuer),
        ("issuer in capitals", .wrongIssuer),
        ("wrong audience", .wrongAudience),
        ("wrong audiences", .wrongAudience),
        ("several audiences", .wrongAuthorizedParty),
        ("several audiences and another party", .wrongAuthorizedParty),
        ("another party", .wrongAuthorizedParty),
        ("expired", .expired),
        ("expires at the tolerance", .expired),
        ("issued in the future", .issuedInFuture),
        ("not valid yet", .notYetValid),
        ("wrong nonce", .wrongNonce),
        ("an empty subject", .wrongSubject),
        ("a subject of 256", .wrongSubject),
        ("a subject that is not ASCII", .wrongSubject),
        ("wrong hash", .wrongAccessTokenHash),
        ("signed in in the future", .unusableClaim(.authenticatedAt)),
        ("type access token", .wrongType),
        ("type logout", .wrongType),
        ("logout", .wrongNonce),
    ])
    func `a token is refused for its claims`(name: String, refusal: TokenRefusal) throws {
        #expect(throws: refusal) { try Tokens.idToken(name) }
    }

    @Test(arguments: [
        "audience in a list", "several audiences and our party", "expired within the tolerance",
        "expires in half a second", "issued in the near future", "valid in a moment", "a subject of 255",
        "without auth_time", "without acr", "without sid", "type JWT",
    ])
    func `a token is accepted`(name: String) throws {
        #expect(throws: Never.self) { try Tokens.idToken(name) }
    }

    @Test(arguments: ["RS256", "PS256", "ES256", "ES384", "EdDSA"])
    func `the access token is the one that the ID token names`(name: String) throws {
        #expect(throws: Never.self) { try Tokens.idToken(name) }
        #expect(throws: TokenRefusal.wrongAccessTokenHash) {
            try Tokens.idToken(name, accessToken: "another access token")
        }
        #expect(throws: TokenRefusal.unusableClaim(.accessTokenHash)) {
            try Tokens.idToken(name, accessToken: nil)
        }
    }

    @Test(
        arguments: [
            ("ES256", 100, nil), ("ES256", 40, nil), ("ES256", 39, TokenRefusal.authenticationTooOld),
            ("signed in long ago", 3600, .authenticationTooOld),
            ("without auth_time", 3600, .unusableClaim(.authenticatedAt)),
        ] as [(String, Int64, TokenRefusal?)])
    func `the person has signed in lately if that was asked for`(
        name: String, age: Int64, refusal: TokenRefusal?
    ) throws {
        let demands = IDToken.Demands(nonce: "the nonce", maximumAge: age)
        if let refusal {
            #expect(throws: refusal) { try Tokens.idToken(name, demands: demands) }
        } else {
            #expect(throws: Never.self) { try Tokens.idToken(name, demands: demands) }
        }
    }

    @Test func `the person has signed in as asked for`() throws {
        let demands = IDToken.Demands(
            nonce: "the nonce", authenticationContexts: ["urn:other", "urn:example:two-factors"])
        #expect(throws: Never.self) { try Tokens.idToken("ES256", demands: demands) }
        for name in ["signed in with a password", "without acr"] {
            #expect(throws: TokenRefusal.wrongAuthenticationContext) {
                try Tokens.idToken(name, demands: demands)
            }
        }
    }

    @Test(
        arguments: [
            ("ES256", ["staff", "kitchen"]), ("one group as a text", ["staff"]), ("without groups", nil),
            ("groups of numbers", nil), ("groups elsewhere", nil), ("groups here and elsewhere", nil),
        ] as [(String, [String]?)])
    func `groups are those of the token, or none`(name: String, groups: [String]?) throws {
        #expect(try Tokens.idToken(name).groups == groups)
    }

    @Test func `the claim of the groups is configured`() throws {
        let token = try Tokens.idToken("roles in another claim", groupsClaim: "roles")
        #expect(token.groups == ["admin"])
    }

    @Test(arguments: ["without name", "a name over two lines", "a name that turns around"])
    func `a name that cannot be shown is none`(name: String) throws {
        #expect(try Tokens.idToken(name).name == nil)
    }

    @Test func `an address is verified only if the provider says so`() throws {
        #expect(try Tokens.idToken("a truth value as text").isEmailVerified)
        #expect(try !Tokens.idToken("a lie as text").isEmailVerified)
        #expect(try Tokens.idToken("without email").email == nil)
    }

    @Test func `each refusal has a code of its own`() {
        let refusals: [TokenRefusal] = [
            .tooLong, .malformed, .algorithmNotAllowed, .criticalExtension, .wrongType, .missingKeyID,
            .unknownKey, .wrongSignature, .unusableClaim(.issuer), .wrongIssuer, .wrongAudience,
            .wrongAuthorizedParty, .expired, .issuedInFuture, .notYetValid, .wrongNonce, .wrongSubject,
            .wrongAccessTokenHash, .authenticationTooOld, .wrongAuthenticationContext, .unexpectedNonce,
            .noLogoutEvent, .nobodyToSignOut,
        ]
        #expect(Set(refusals.map(\.code)).count == refusals.count)
        #expect(Set(refusals.map(\.description)).count == refusals.count)
    }
}
