import Cryptography

/// The beginning of a sign-in: the URL for the browser, and what the server remembers.
public struct AuthorizationRequest: Sendable {
    /// Where to send the browser.
    public let url: String
    /// What to remember until the browser comes back.
    public let pending: PendingSignIn

    /// Makes a request for an authorization code.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - client: Our registration there.
    ///   - options: What else to ask for.
    ///   - returnPath: Where the browser goes afterwards.
    ///   - secrets: Fresh secrets.
    ///   - now: The time.
    public init(
        to provider: ProviderMetadata, for client: ClientRegistration,
        options: SignInOptions = SignInOptions(), returnPath: ReturnPath, secrets: SignInSecrets,
        now: NumericDate
    ) {
        var pairs: [(name: String, value: String)] = [
            ("response_type", "code"),
            ("client_id", client.clientID),
            ("redirect_uri", client.redirectURL.text),
            ("scope", (["openid"] + client.scopes.filter { $0 != "openid" }).joined(separator: " ")),
            ("state", secrets.state),
            ("nonce", secrets.nonce),
            ("code_challenge", secrets.codeChallenge),
            ("code_challenge_method", "S256"),
        ]
        if let prompt = options.prompt { pairs.append(("prompt", prompt.rawValue)) }
        if let age = options.maximumAge { pairs.append(("max_age", String(age))) }
        if !options.authenticationContexts.isEmpty {
            pairs.append(("acr_values", options.authenticationContexts.joined(separator: " ")))
        }
        if let hint = options.loginHint { pairs.append(("login_hint", hint)) }
        url = provider.authorizationEndpoint.adding(pairs)
        pending = PendingSignIn(
            issuer: provider.issuer, stateDigest: SHA256.digest(of: secrets.state.utf8),
            demands: IDToken.Demands(
                nonce: secrets.nonce, maximumAge: options.maximumAge,
                authenticationContexts: options.authenticationContexts),
            codeVerifier: secrets.codeVerifier, returnPath: returnPath,
            expiry: now.advanced(bySeconds: PendingSignIn.lifetimeSeconds))
    }
}
