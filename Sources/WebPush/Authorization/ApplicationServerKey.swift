public import Cryptography
import JSON

/// The key with which an application server identifies itself to push services (VAPID, RFC 8292).
///
/// A subscription belongs to the key that the page named when it subscribed: keep the key for as long as there are
/// subscriptions, because each of them ends with it.
public struct ApplicationServerKey: Sendable {
    /// How far ahead a token may expire, 24 hours in seconds (RFC 8292 section 2).
    public static let maximumLifetime = 24 * 3_600

    private let key: P256PrivateKey
    /// What a page hands to `pushManager.subscribe()` as `applicationServerKey`: base64url, 87 characters.
    public let publicKey: String

    /// Makes a fresh key.
    ///
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public init() throws(CryptographyError) {
        self.init(try P256PrivateKey())
    }

    /// Restores a key.
    ///
    /// - Parameter bytes: The 32 bytes of ``bytes``.
    /// - Throws: `PrivateKeyError` for bytes that are no key.
    public init(bytes: [UInt8]) throws(PrivateKeyError) {
        self.init(try P256PrivateKey(scalar: bytes))
    }

    private init(_ key: P256PrivateKey) {
        self.key = key
        publicKey = Base64URL.encode(key.publicPoint)
    }

    /// The whole key, 32 bytes; keep it secret.
    public var bytes: [UInt8] { key.scalar }

    /// Makes the value of the field `Authorization` of a request.
    ///
    /// The token holds for the origin of the endpoint, and ``PushAuthorizations`` reuses it.
    ///
    /// - Parameters:
    ///   - endpoint: Where the request goes.
    ///   - subject: Whom the push service can ask about the messages.
    ///   - secondsSinceEpoch: The time, in seconds since 1970-01-01T00:00:00Z.
    ///   - lifetime: For how long the token is valid, 1 to ``maximumLifetime`` seconds; 12 hours by default.
    /// - Returns: `vapid t=…, k=…`.
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public func authorization(
        for endpoint: PushEndpoint, subject: PushSubject, at secondsSinceEpoch: Int64,
        lifetime: Int = 12 * 3_600
    ) throws(CryptographyError) -> String {
        precondition((1...Self.maximumLifetime).contains(lifetime), "a token cannot live \(lifetime) s")
        var claims = JSONWriter()
        claims.object { claims in
            claims.member("aud", endpoint.origin)
            claims.member("exp", secondsSinceEpoch + Int64(lifetime))
            claims.member("sub", subject.text)
        }
        let signed = "\(Self.header).\(Base64URL.encode(claims.bytes))"
        let signature = try key.signature(of: signed.utf8)
        return "vapid t=\(signed).\(Base64URL.encode(signature)), k=\(publicKey)"
    }

    private static let header = Base64URL.encode(#"{"typ":"JWT","alg":"ES256"}"#.utf8)
}
