import Cryptography

/// What a server remembers of a sign-in while the person is at the provider.
///
/// Keep it on the server, under a random name that this browser alone has in a cookie, and delete it when the browser
/// comes back, whatever comes of it. It would otherwise be possible to sign somebody in to another person's account.
public struct PendingSignIn: Sendable, Hashable {
    /// How long a person may take at the provider.
    public static let lifetimeSeconds: Int64 = 600

    /// The provider to which the browser was sent.
    public let issuer: String
    /// The SHA-256 digest of the state.
    public let stateDigest: [UInt8]
    /// The nonce, and what else the ID token must say.
    public let demands: IDToken.Demands
    /// What proves to the provider that the code is ours.
    public let codeVerifier: String
    /// Where the browser goes afterwards.
    public let returnPath: ReturnPath
    /// When the sign-in is too late.
    public let expiry: NumericDate

    /// Makes a value that was stored.
    public init(
        issuer: String, stateDigest: [UInt8], demands: IDToken.Demands, codeVerifier: String,
        returnPath: ReturnPath, expiry: NumericDate
    ) {
        self.issuer = issuer
        self.stateDigest = stateDigest
        self.demands = demands
        self.codeVerifier = codeVerifier
        self.returnPath = returnPath
        self.expiry = expiry
    }

    /// Checks what the browser brings back.
    ///
    /// - Parameters:
    ///   - callback: What the browser brings.
    ///   - provider: The provider that was asked.
    ///   - now: The time.
    /// - Returns: The code.
    /// - Throws: ``CallbackRefusal`` for the first check that fails.
    public func code(
        from callback: AuthorizationCallback, of provider: ProviderMetadata, now: NumericDate
    ) throws(CallbackRefusal) -> String {
        guard let state = callback.state else { throw .missingState }
        guard constantTimeEqual(SHA256.digest(of: state.utf8), stateDigest) else { throw .wrongState }
        guard now < expiry else { throw .tooLate }
        guard issuer.isExactly(provider.issuer) else { throw .wrongIssuer }
        if let named = callback.issuer {
            guard named.isExactly(issuer) else { throw .wrongIssuer }
        } else if provider.namesIssuerInCallback {
            throw .missingIssuer
        }
        if let error = callback.error { throw .refusedByProvider(error) }
        guard let code = callback.code, !code.isEmpty else { throw .missingCode }
        return code
    }
}
