import Cryptography

/// The random texts of one sign-in.
public struct SignInSecrets: Sendable {
    /// Comes back with the code, and shows that this browser began the sign-in.
    public let state: String
    /// Comes back in the ID token, and shows that it was issued for this sign-in.
    public let nonce: String
    /// Goes to the provider with the code, and shows that we began the sign-in; only its hash went there before.
    public let codeVerifier: String

    /// Makes fresh secrets of 256 bits each.
    ///
    /// - Throws: `CryptographyError` if the system cannot gather randomness.
    public init() throws {
        state = Base64URL.encode(try SecureRandom.bytes(32))
        nonce = Base64URL.encode(try SecureRandom.bytes(32))
        codeVerifier = Base64URL.encode(try SecureRandom.bytes(32))
    }

    /// Makes known secrets, for tests.
    package init(state: String, nonce: String, codeVerifier: String) {
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
    }

    /// What the provider learns of the verifier: its SHA-256 hash (RFC 7636, S256).
    var codeChallenge: String { Base64URL.encode(SHA256.digest(of: codeVerifier.utf8)) }
}
