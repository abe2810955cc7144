import JSON
import Testing

@testable import OpenIDConnect

@Suite(.timeLimit(.minutes(1))) struct IdentityProviderTests {
    private static let secrets = SignInSecrets(
        state: "the state", nonce: "the nonce", codeVerifier: "the verifier")

    private let fake: FakeProvider
    private let provider: IdentityProvider

    init() throws {
        let fake = FakeProvider(keys: try Tokens.keyDocument())
        self.fake = fake
        provider = IdentityProvider(client: try registration()) { try fake.answer($0) }
    }

    /// Signs in while the provider gives a certain token.
    private func signIn(
        _ name: String, query: [(name: String, value: String)] = [("code", "c"), ("state", "the state")],
        options: SignInOptions = SignInOptions(), after seconds: Int64 = 0
    ) async throws -> IdentityProvider.SignIn {
        let token = try Tokens.text(name)
        fake.change {
            $0.tokenAnswer = [
                "id_token": .string(token), "access_token": .string(Tokens.accessToken),
                "token_type": "Bearer",
            ]
        }
        let now = Tokens.now.advanced(bySeconds: seconds)
        let request = try await provider.beginSignIn(
            options: options, returnPath: .root, secrets: Self.secrets, now: now)
        return try await provider.finishSignIn(
            AuthorizationCallback(query: query), pending: request.pending, now: now)
    }

    @Test func `a sign-in goes from the request to the identity`() async throws {
        let signIn = try await signIn("ES256")
        #expect(
            signIn.idToken.identity
                == ExternalIdentity(issuer: "https://idp.example", subject: "248289761001"))
        #expect(signIn.encodedIDToken == (try Tokens.text("ES256")))
        #expect(signIn.returnPath == .root)
    }

    @Test(
        arguments: [
            ("ES256", [("code", "c")], SignInError.callback(.missingState)),
            ("wrong nonce", nil, .token(.wrongNonce)),
            ("wrong issuer", nil, .token(.wrongIssuer)),
            ("wrong audience", nil, .token(.wrongAudience)),
            ("alg none", nil, .token(.algorithmNotAllowed)),
            ("expired", nil, .token(.expired)),
            ("unknown key ID", nil, .token(.unknownKey)),
        ] as [(String, [(String, String)]?, SignInError)])
    func `W88 the code flow uses PKCE, state and nonce, and refuses what is wrong`(
        token: String, query: [(String, String)]?, refusal: SignInError
    ) async throws {
        let request = try await provider.beginSignIn(
            returnPath: .root, secrets: Self.secrets, now: Tokens.now)
        for part in [
            "response_type=code", "state=the%20state", "nonce=the%20nonce", "code_challenge_method=S256",
            "code_challenge=\(Self.secrets.codeChallenge)",
        ] {
            #expect(request.url.contains("&\(part)"))
        }
        let right = try await signIn("ES256")
        #expect(right.idToken.identity.subject == "248289761001")
        let body = String(decoding: try #require(fake.bodies("/token").last), as: UTF8.self)
        #expect(body.hasSuffix("&code_verifier=the%20verifier&client_id=vicinity"))
        await #expect(throws: refusal) {
            try await signIn(
                token, query: query?.map { (name: $0, value: $1) } ?? [("code", "c"), ("state", "the state")])
        }
    }

    // MARK: - Keys and documents

    @Test func `W91 renewed keys are picked up, and an unknown key causes one fetch a minute`() async throws {
        _ = try await signIn("ES256")
        #expect(fake.count("/keys") == 1)
        let renewed = try Tokens.keyDocument("renewed keys")
        fake.change { $0.keys = renewed }
        _ = try await signIn("signed with the renewed key", after: 1)
        #expect(fake.count("/keys") == 2)
        for second in 2...60 as ClosedRange<Int64> {
            await #expect(throws: SignInError.token(.unknownKey)) {
                try await signIn("unknown key ID", after: second)
            }
        }
        #expect(fake.count("/keys") == 2)
        for second in 61...120 as ClosedRange<Int64> {
            await #expect(throws: SignInError.token(.unknownKey)) {
                try await signIn("unknown key ID", after: second)
            }
        }
        #expect(fake.count("/keys") == 3)
    }

    @Test func `tokens that come together cause one fetch`() async throws {
        let logout = try Tokens.text("logout")
        try await withThrowingTaskGroup(of: LogoutToken.self) { [provider] group in
            for _ in 0..<50 { group.addTask { try await provider.logout(logout, now: Tokens.now) } }
            for try await token in group { #expect(token.tokenID == "logout-1") }
        }
        #expect(fake.count("/keys") == 1)
        #expect(fake.count("/openid-configuration") == 1)
    }

    @Test func `a provider that is down is asked again after five seconds`() async throws {
        fake.change { $0.isDown = true }
        await #expect(throws: SignInError.self) { try await signIn("ES256") }
        await #expect(throws: SignInError.provider(.waiting)) { try await signIn("ES256", after: 4) }
        #expect(fake.count("/openid-configuration") == 1)
        fake.change { $0.isDown = false }
        _ = try await signIn("ES256", after: 5)
    }

    @Test func `documents stay usable for a day while the provider's are not to be had`() async throws {
        _ = try await signIn("ES256")
        fake.change { $0.isDown = true }
        let now = Tokens.now
        let url = try await provider.logoutURL(now: now.advanced(bySeconds: 86399))
        #expect(url == "https://idp.example/logout?client_id=vicinity")
        await #expect(throws: SignInError.self) {
            try await provider.logoutURL(now: now.advanced(bySeconds: 86400))
        }
    }

    @Test func `W90 a provider whose document names another issuer is refused`() async {
        fake.change { $0.discovery["issuer"] = "https://other.example" }
        await #expect(throws: SignInError.discovery(.wrongIssuer)) { try await signIn("ES256") }
        #expect(fake.count("/keys") == 0)
    }

    @Test func `keys that are none are refused`() async {
        fake.change { $0.keys = Array("<html>".utf8) }
        await #expect(throws: SignInError.provider(.malformed)) { try await signIn("ES256") }
    }

    // MARK: - Other answers

    @Test func `a provider's refusal keeps its code`() async throws {
        let request = try await provider.beginSignIn(
            returnPath: .root, secrets: Self.secrets, now: Tokens.now)
        let callback = try AuthorizationCallback(query: [("code", "c"), ("state", "the state")])
        let answers: [(Int, JSONObject, ProviderFailure)] = [
            (400, ["error": "invalid_grant"], .refused(ProviderErrorCode("invalid_grant"))),
            (401, ["error": "invalid_client"], .refused(ProviderErrorCode("invalid_client"))),
            (400, [:], .status(400)),
            (302, [:], .status(302)),
            (500, ["error": "x"], .status(500)),
            (200, ["access_token": "a", "token_type": "Bearer"], .noIDToken),
            (200, ["id_token": "a", "token_type": "mac"], .malformed),
        ]
        for (status, answer, failure) in answers {
            fake.change {
                $0.tokenStatus = status
                $0.tokenAnswer = answer
            }
            await #expect(throws: SignInError.provider(failure)) {
                try await provider.finishSignIn(callback, pending: request.pending, now: Tokens.now)
            }
        }
    }

    @Test func `what was asked for is checked in the token`() async throws {
        let options = SignInOptions(maximumAge: 30, authenticationContexts: ["urn:other"])
        await #expect(throws: SignInError.token(.authenticationTooOld)) {
            try await signIn("ES256", options: options)
        }
        await #expect(throws: SignInError.token(.wrongAuthenticationContext)) {
            try await signIn("ES256", options: SignInOptions(authenticationContexts: ["urn:other"]))
        }
    }

    @Test func `a browser can sign out at the provider`() async throws {
        let url = try await provider.logoutURL(
            idTokenHint: "a.b.c", returnURL: EndpointURL("https://work.example/"), state: "s",
            now: Tokens.now)
        #expect(
            url
                == "https://idp.example/logout?client_id=vicinity&id_token_hint=a.b.c"
                + "&post_logout_redirect_uri=https%3A%2F%2Fwork.example%2F&state=s")
        fake.change { $0.discovery["end_session_endpoint"] = nil }
        let other = IdentityProvider(client: provider.client) { [fake] in try fake.answer($0) }
        #expect(try await other.logoutURL(now: Tokens.now) == nil)
    }

    @Test func `a refusal has a code and a sentence`() {
        let error = SignInError.token(.wrongNonce)
        #expect(error.code == "token-nonce")
        #expect("\(error)" == "The token does not belong to this sign-in.")
    }
}
