import Cryptography
import JSON
import Testing

@testable import OpenIDConnect

struct PendingSignInTests {
    // The verifier is that of RFC 7636, appendix B.
    private static let secrets = SignInSecrets(
        state: "the state", nonce: "the nonce", codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

    private func provider(namesIssuer: Bool = false) throws -> ProviderMetadata {
        var document = FakeProvider.Behaviour().discovery
        document["authorization_response_iss_parameter_supported"] = .boolean(namesIssuer)
        return try ProviderMetadata(
            document: JSONValue.object(document).bytes, issuer: "https://idp.example", allowing: [.es256])
    }

    private func request(_ options: SignInOptions = SignInOptions()) throws -> AuthorizationRequest {
        AuthorizationRequest(
            to: try provider(), for: try registration(), options: options,
            returnPath: try #require(ReturnPath("/orders?day=1")), secrets: Self.secrets, now: Tokens.now)
    }

    @Test func `a request has PKCE, state and nonce`() throws {
        #expect(
            try request().url
                == "https://idp.example/authorize?tenant=1&response_type=code&client_id=vicinity"
                + "&redirect_uri=https%3A%2F%2Fwork.example%2Fcallback&scope=openid%20profile%20email"
                + "&state=the%20state&nonce=the%20nonce"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    }

    @Test func `a request has what else is asked for`() throws {
        let options = SignInOptions(
            prompt: .selectAccount, maximumAge: 60, authenticationContexts: ["a", "b"], loginHint: "j&k")
        let request = try request(options)
        #expect(
            request.url.hasSuffix("&prompt=select_account&max_age=60&acr_values=a%20b&login_hint=j%26k"))
        #expect(
            request.pending.demands
                == IDToken.Demands(nonce: "the nonce", maximumAge: 60, authenticationContexts: ["a", "b"]))
    }

    @Test func `the server remembers no state, only its digest`() throws {
        let pending = try request().pending
        #expect(pending.stateDigest == SHA256.digest(of: "the state".utf8))
        #expect(pending.returnPath.text == "/orders?day=1")
        #expect(pending.expiry.secondsSinceEpoch == Tokens.now.secondsSinceEpoch + 600)
    }

    @Test func `secrets are fresh and long`() throws {
        let secrets = try (0..<100).map { _ in try SignInSecrets() }
        #expect(Set(secrets.flatMap { [$0.state, $0.nonce, $0.codeVerifier] }).count == 300)
        #expect(secrets.allSatisfy { $0.codeVerifier.utf8.count == 43 })
    }

    @Test func `the callback brings the code`() throws {
        let pending = try request().pending
        let callback = try AuthorizationCallback(query: [
            ("code", "the code"), ("state", "the state"), ("x", "1"), ("x", "2"),
        ])
        #expect(try pending.code(from: callback, of: try provider(), now: Tokens.now) == "the code")
    }

    @Test(
        arguments: [
            ([], CallbackRefusal.missingState),
            ([("code", "c")], .missingState),
            ([("code", "c"), ("state", "")], .wrongState),
            ([("code", "c"), ("state", "the stat")], .wrongState),
            ([("code", "c"), ("state", "another state")], .wrongState),
            ([("state", "the state")], .missingCode),
            ([("state", "the state"), ("code", "")], .missingCode),
            (
                [("state", "the state"), ("error", "access_denied")],
                .refusedByProvider(ProviderErrorCode("access_denied"))
            ),
            (
                [("state", "the state"), ("error", "x\nforged line")],
                .refusedByProvider(ProviderErrorCode("unknown"))
            ),
            ([("error", "access_denied")], .missingState),
            ([("code", "c"), ("state", "the state"), ("iss", "https://other.example")], .wrongIssuer),
            ([("code", "c"), ("state", "the state"), ("iss", "https://idp.example/")], .wrongIssuer),
            ([("code", "c"), ("code", "d"), ("state", "the state")], .repeatedParameter),
            ([("code", "c"), ("state", "the state"), ("state", "the state")], .repeatedParameter),
        ] as [([(String, String)], CallbackRefusal)])
    func `a callback is refused`(query: [(String, String)], refusal: CallbackRefusal) throws {
        let pending = try request().pending
        #expect(throws: refusal) {
            let callback = try AuthorizationCallback(query: query.map { (name: $0, value: $1) })
            _ = try pending.code(from: callback, of: try provider(), now: Tokens.now)
        }
    }

    @Test func `a provider that always names itself must do so`() throws {
        let pending = try request().pending
        var query = [(name: "code", value: "c"), (name: "state", value: "the state")]
        let nameless = try AuthorizationCallback(query: query)
        #expect(throws: CallbackRefusal.missingIssuer) {
            try pending.code(from: nameless, of: try provider(namesIssuer: true), now: Tokens.now)
        }
        query.append(("iss", "https://idp.example"))
        let named = try AuthorizationCallback(query: query)
        #expect(try pending.code(from: named, of: try provider(namesIssuer: true), now: Tokens.now) == "c")
    }

    @Test func `a callback comes within ten minutes`() throws {
        let pending = try request().pending
        let callback = try AuthorizationCallback(query: [("code", "c"), ("state", "the state")])
        #expect(throws: Never.self) {
            try pending.code(from: callback, of: try provider(), now: Tokens.now.advanced(bySeconds: 599))
        }
        #expect(throws: CallbackRefusal.tooLate) {
            try pending.code(from: callback, of: try provider(), now: Tokens.now.advanced(bySeconds: 600))
        }
    }

    @Test func `a sign-in at one provider does not end at another`() throws {
        let pending = PendingSignIn(
            issuer: "https://other.example", stateDigest: SHA256.digest(of: "the state".utf8),
            demands: Tokens.demands, codeVerifier: "v", returnPath: .root,
            expiry: Tokens.now.advanced(bySeconds: 600))
        let callback = try AuthorizationCallback(query: [("code", "c"), ("state", "the state")])
        #expect(throws: CallbackRefusal.wrongIssuer) {
            try pending.code(from: callback, of: try provider(), now: Tokens.now)
        }
    }

    @Test(arguments: [
        "", "orders", "//evil.example", "/\\evil.example", "https://evil.example", "/a b", "/a\r\nb", "/é",
        "/" + String(repeating: "a", count: 2048),
    ])
    func `a return path is on this server`(text: String) {
        #expect(ReturnPath(text) == nil)
    }

    @Test(
        arguments: [
            (ClientAuthentication.basic(secret: "s:é "), "Basic dmljaW5pdHk6cyUzQSVDMyVBOSUyMA==", ""),
            (.post(secret: "s&t"), nil, "&client_id=vicinity&client_secret=s%26t"),
            (.publicClient, nil, "&client_id=vicinity"),
        ] as [(ClientAuthentication, String?, String)])
    func `a code is exchanged with its verifier`(
        authentication: ClientAuthentication, authorization: String?, end: String
    ) throws {
        let request = ProviderRequest.token(
            for: "the code", of: try request().pending, client: try registration(authentication),
            provider: try provider())
        #expect(request.url.text == "https://idp.example/token")
        #expect(request.header.first { $0.name == "Authorization" }?.value == authorization)
        #expect(
            String(decoding: try #require(request.body), as: UTF8.self)
                == "grant_type=authorization_code&code=the%20code"
                + "&redirect_uri=https%3A%2F%2Fwork.example%2Fcallback"
                + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" + end)
    }

    @Test func `a description of the client has no secret`() {
        #expect(!String(reflecting: ClientAuthentication.basic(secret: "hush")).contains("hush"))
        #expect(!"\(ClientAuthentication.post(secret: "hush"))".contains("hush"))
    }
}

func registration(_ authentication: ClientAuthentication = .publicClient) throws -> ClientRegistration {
    ClientRegistration(
        issuer: "https://idp.example", clientID: "vicinity", authentication: authentication,
        redirectURL: try #require(EndpointURL("https://work.example/callback")))
}
