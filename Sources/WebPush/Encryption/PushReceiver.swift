public import Cryptography

/// The keys of a subscription as its receiver has them: what a browser keeps, and what a client of UnifiedPush needs.
public struct PushReceiver: Sendable {
    /// The receiver's key pair.
    public let key: P256PrivateKey
    /// The secret of the subscription, 16 bytes.
    public let authenticationSecret: [UInt8]

    /// Makes fresh keys.
    ///
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public init() throws(CryptographyError) {
        key = try P256PrivateKey()
        authenticationSecret = try SecureRandom.bytes(PushSubscription.authenticationSecretByteCount)
    }

    /// Restores keys.
    ///
    /// - Parameters:
    ///   - key: The key pair.
    ///   - authenticationSecret: The secret, 16 bytes.
    /// - Throws: ``PushSubscriptionError/secretLength``.
    public init(key: P256PrivateKey, authenticationSecret: [UInt8]) throws(PushSubscriptionError) {
        guard authenticationSecret.count == PushSubscription.authenticationSecretByteCount else {
            throw .secretLength
        }
        self.key = key
        self.authenticationSecret = authenticationSecret
    }

    /// The subscription that the sender gets.
    ///
    /// - Parameter endpoint: Where the push service takes messages for this receiver.
    /// - Returns: The subscription.
    public func subscription(at endpoint: PushEndpoint) -> PushSubscription {
        PushSubscription(endpoint: endpoint, receiver: self)
    }

    /// Decrypts the body of a message.
    ///
    /// - Parameter body: What the push service delivered.
    /// - Returns: What the sender encrypted.
    /// - Throws: ``ContentDecryptionError`` for a body that was not encrypted for this receiver, or was changed.
    public func decrypt(_ body: [UInt8]) throws(ContentDecryptionError) -> [UInt8] {
        let content = try EncryptedContent(body)
        guard let sender = try? PublicKey(curve: .p256, uncompressedPoint: content.keyID) else {
            throw .keyID
        }
        let secret = PushSecret.make(
            sharedSecret: key.sharedSecret(with: sender), authenticationSecret: authenticationSecret,
            receiver: key.publicPoint, sender: content.keyID)
        return try content.decrypted(with: secret)
    }
}
