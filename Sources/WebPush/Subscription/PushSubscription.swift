import Cryptography
public import JSON

/// A browser's subscription to messages: where to send them, and the keys that encrypt them for this browser alone.
///
/// The keys of a value of this type are valid. Browsers end subscriptions without notice; ``PushOutcome/gone`` reports it.
public struct PushSubscription: Sendable {
    /// How many bytes the authentication secret has.
    public static let authenticationSecretByteCount = 16

    /// Where the push service takes messages.
    public let endpoint: PushEndpoint
    /// The browser's public key on P-256, an uncompressed point of 65 bytes.
    public let publicPoint: [UInt8]
    /// The secret that the browser made for this subscription, 16 bytes.
    public let authenticationSecret: [UInt8]
    let publicKey: PublicKey

    /// Makes a subscription of its bytes.
    ///
    /// - Parameters:
    ///   - endpoint: Where the push service takes messages.
    ///   - publicPoint: The browser's key `p256dh`, 65 bytes.
    ///   - authenticationSecret: The browser's secret `auth`, 16 bytes.
    /// - Throws: ``PushSubscriptionError/publicKeyLength``, ``PushSubscriptionError/publicKeyNotOnCurve`` and
    ///   ``PushSubscriptionError/secretLength``.
    public init(
        endpoint: PushEndpoint, publicPoint: [UInt8], authenticationSecret: [UInt8]
    ) throws(PushSubscriptionError) {
        guard publicPoint.count == P256PrivateKey.pointByteCount else { throw .publicKeyLength }
        guard let key = try? PublicKey(curve: .p256, uncompressedPoint: publicPoint) else {
            throw .publicKeyNotOnCurve
        }
        guard authenticationSecret.count == Self.authenticationSecretByteCount else { throw .secretLength }
        self.endpoint = endpoint
        self.publicPoint = publicPoint
        self.authenticationSecret = authenticationSecret
        publicKey = key
    }

    init(endpoint: PushEndpoint, receiver: PushReceiver) {
        self.endpoint = endpoint
        publicPoint = receiver.key.publicPoint
        authenticationSecret = receiver.authenticationSecret
        publicKey = receiver.key.publicKey
    }

    /// Reads a subscription in the notation of `PushSubscription.toJSON()`.
    ///
    /// - Parameters:
    ///   - endpoint: The URL.
    ///   - p256dh: The browser's key, base64url without padding.
    ///   - auth: The browser's secret, base64url without padding.
    ///   - hosts: Hosts in lower case whose endpoints may be plain HTTP.
    /// - Throws: A ``PushSubscriptionError``; the first one in the order of the parameters.
    public init(
        endpoint: String, p256dh: String, auth: String, allowingHTTPFor hosts: Set<String> = []
    ) throws(PushSubscriptionError) {
        let endpoint = try PushEndpoint(endpoint, allowingHTTPFor: hosts)
        guard let point = Base64URL.decode(p256dh) else { throw .publicKeyNotation }
        guard let secret = Base64URL.decode(auth) else { throw .secretNotation }
        try self.init(endpoint: endpoint, publicPoint: point, authenticationSecret: secret)
    }

    /// Reads the object that `PushSubscription.toJSON()` makes: `{"endpoint": …, "keys": {"p256dh": …, "auth": …}}`.
    ///
    /// Other members, such as `expirationTime`, are passed over.
    ///
    /// - Parameters:
    ///   - json: The object.
    ///   - hosts: Hosts in lower case whose endpoints may be plain HTTP.
    /// - Throws: ``PushSubscriptionError/incomplete`` without one of the members, or the errors of its members.
    public init(json: JSONValue, allowingHTTPFor hosts: Set<String> = []) throws(PushSubscriptionError) {
        guard case .object(let object) = json, case .string(let endpoint) = object["endpoint"],
            case .object(let keys) = object["keys"], case .string(let p256dh) = keys["p256dh"],
            case .string(let auth) = keys["auth"]
        else { throw .incomplete }
        try self.init(endpoint: endpoint, p256dh: p256dh, auth: auth, allowingHTTPFor: hosts)
    }

    /// The browser's key, base64url without padding, 87 characters.
    public var p256dh: String { Base64URL.encode(publicPoint) }

    /// The browser's secret, base64url without padding, 22 characters.
    public var auth: String { Base64URL.encode(authenticationSecret) }

    /// The object that `PushSubscription.toJSON()` makes, without a time of expiry.
    public var json: JSONValue {
        ["endpoint": .string(endpoint.text), "keys": ["p256dh": .string(p256dh), "auth": .string(auth)]]
    }
}
