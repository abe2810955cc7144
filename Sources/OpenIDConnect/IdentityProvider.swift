import JSON

/// A provider of OpenID Connect at which people sign in: its description, its keys, and the steps of a sign-in.
///
/// Make one for each provider, and keep it as long as the program runs, because it caches the provider's documents. It has
/// neither a clock nor a connection: the time is a parameter, and calls go through the transport.
///
/// ```swift
/// let request = try await provider.beginSignIn(returnPath: .root, secrets: SignInSecrets(), now: now)
/// // … store `request.pending`, send the browser to `request.url`; when it comes back:
/// let signIn = try await provider.finishSignIn(AuthorizationCallback(query: query), pending: pending, now: now)
/// let account = accounts[signIn.idToken.identity]
/// ```
public struct IdentityProvider: Sendable {
    /// A sign-in that has succeeded.
    public struct SignIn: Sendable {
        /// What the provider says about the person.
        public let idToken: IDToken
        /// The token as it was sent, which may go along when the person signs out at the provider.
        public let encodedIDToken: String
        /// Where the browser goes.
        public let returnPath: ReturnPath
    }

    /// Our registration at the provider.
    public let client: ClientRegistration
    private let transport: ProviderTransport
    private let metadata = DocumentCache<ProviderMetadata>()
    private let keys = DocumentCache<JSONWebKeySet>()

    /// Makes a provider, without calling it yet.
    public init(client: ClientRegistration, transport: @escaping ProviderTransport) {
        self.client = client
        self.transport = transport
    }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - options: What to ask for besides the person.
    ///   - returnPath: Where the browser goes afterwards.
    ///   - secrets: Fresh secrets.
    ///   - now: The time.
    /// - Returns: The URL for the browser, and what to remember.
    /// - Throws: ``SignInError`` if the provider cannot be reached, or its description is refused.
    public func beginSignIn(
        options: SignInOptions = SignInOptions(), returnPath: ReturnPath, secrets: SignInSecrets,
        now: NumericDate
    ) async throws(SignInError) -> AuthorizationRequest {
        AuthorizationRequest(
            to: try await metadata(now: now), for: client, options: options, returnPath: returnPath,
            secrets: secrets, now: now)
    }

    /// Ends a sign-in: checks the callback, exchanges the code, and checks the ID token.
    ///
    /// - Parameters:
    ///   - callback: What the browser brings back.
    ///   - pending: What was remembered of the sign-in.
    ///   - now: The time.
    /// - Returns: Who signed in, and where the browser goes.
    /// - Throws: ``SignInError`` for the first step that fails.
    public func finishSignIn(
        _ callback: AuthorizationCallback, pending: PendingSignIn, now: NumericDate
    ) async throws(SignInError) -> SignIn {
        let provider = try await metadata(now: now)
        let code: String
        do { code = try pending.code(from: callback, of: provider, now: now) } catch {
            throw .callback(error)
        }
        let request = ProviderRequest.token(for: code, of: pending, client: client, provider: provider)
        let response = try await send(request)
        let tokens: TokenResponse
        do { tokens = try TokenResponse(response) } catch { throw .provider(error) }
        let token = try await verify(tokens.idToken, provider, now: now)
        do {
            let idToken = try IDToken(
                token, expected: client.expectations, demands: pending.demands,
                accessToken: tokens.accessToken, groupsClaim: client.groupsClaim, now: now)
            return SignIn(
                idToken: idToken, encodedIDToken: tokens.idToken, returnPath: pending.returnPath)
        } catch {
            throw .token(error)
        }
    }

    /// Checks a provider's message that a person has signed out there.
    ///
    /// - Parameters:
    ///   - text: The parameter `logout_token` of the message.
    ///   - now: The time.
    /// - Returns: Whose sessions end.
    /// - Throws: ``SignInError`` for the first check that fails.
    public func logout(_ text: String, now: NumericDate) async throws(SignInError) -> LogoutToken {
        let token = try await verify(text, metadata(now: now), now: now)
        do { return try LogoutToken(token, expected: client.expectations, now: now) } catch {
            throw .token(error)
        }
    }

    /// Where to send a browser that signs out at the provider too.
    ///
    /// - Parameters:
    ///   - idTokenHint: The ID token of the sign-in. Some providers ask for it; it tells the browser's history who it was.
    ///   - returnURL: Where the provider sends the browser afterwards; registered there.
    ///   - state: Comes back with the browser.
    ///   - now: The time.
    /// - Returns: The URL; `nil` if the provider offers no such thing.
    /// - Throws: ``SignInError`` if the provider cannot be reached, or its description is refused.
    public func logoutURL(
        idTokenHint: String? = nil, returnURL: EndpointURL? = nil, state: String? = nil, now: NumericDate
    ) async throws(SignInError) -> String? {
        guard let endpoint = try await metadata(now: now).endSessionEndpoint else { return nil }
        let pairs: [(String, String?)] = [
            ("client_id", client.clientID), ("id_token_hint", idTokenHint),
            ("post_logout_redirect_uri", returnURL?.text), ("state", state),
        ]
        return endpoint.adding(pairs.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Tests the connection by fetching the provider's description and keys again.
    ///
    /// - Throws: ``SignInError`` if the provider cannot be reached, or one of the documents is refused.
    public func check() async throws(SignInError) {
        guard let url = ProviderMetadata.discoveryURL(issuer: client.issuer) else {
            throw .discovery(.wrongIssuer)
        }
        let document = try await fetch(url)
        let found: ProviderMetadata
        do throws(DiscoveryRefusal) {
            found = try ProviderMetadata(
                document: document, issuer: client.issuer, allowing: client.algorithms)
        } catch { throw .discovery(error) }
        guard JSONWebKeySet(document: try await fetch(found.keysEndpoint)) != nil else {
            throw .provider(.malformed)
        }
    }

    // MARK: - Documents

    private func metadata(now: NumericDate) async throws(SignInError) -> ProviderMetadata {
        try await metadata.document(.any, now: now) { () async throws(SignInError) in
            guard let url = ProviderMetadata.discoveryURL(issuer: client.issuer) else {
                throw .discovery(.wrongIssuer)
            }
            let document = try await fetch(url)
            do throws(DiscoveryRefusal) {
                return try ProviderMetadata(
                    document: document, issuer: client.issuer, allowing: client.algorithms)
            } catch {
                throw .discovery(error)
            }
        }
    }

    /// Checks a token's signature, and fetches the keys again if the token names one that is not known.
    private func verify(
        _ text: String, _ provider: ProviderMetadata, now: NumericDate
    ) async throws(SignInError) -> VerifiedToken {
        let token: SignedToken
        do { token = try SignedToken(text, allowing: client.algorithms) } catch { throw .token(error) }
        let known = try await keys(.any, of: provider, now: now)
        do { return try token.verified(by: known) } catch {
            guard error == .unknownKey else { throw .token(error) }
        }
        let renewed = try await keys(.newer, of: provider, now: now)
        do { return try token.verified(by: renewed) } catch { throw .token(error) }
    }

    private func keys(
        _ need: DocumentCache<JSONWebKeySet>.Need, of provider: ProviderMetadata, now: NumericDate
    ) async throws(SignInError) -> JSONWebKeySet {
        try await keys.document(need, now: now) { () async throws(SignInError) in
            guard let keys = JSONWebKeySet(document: try await fetch(provider.keysEndpoint)) else {
                throw .provider(.malformed)
            }
            return keys
        }
    }

    private func fetch(_ url: EndpointURL) async throws(SignInError) -> [UInt8] {
        let response = try await send(.document(url))
        guard response.status == 200 else { throw .provider(.status(response.status)) }
        return response.body
    }

    private func send(_ request: ProviderRequest) async throws(SignInError) -> ProviderResponse {
        do { return try await transport(request) } catch {
            throw .provider(.unreachable(String(describing: error)))
        }
    }
}
