public import Cryptography

/// A message to a browser: its text, and how the push service treats it while the browser cannot be reached.
public struct PushMessage: Sendable, Hashable {
    /// The most bytes of a text: encrypted, they fill the 4,096 bytes that each push service takes.
    public static let maximumByteCount = 3_993
    /// The longest time to live, in seconds; RFC 8030 section 5.2 has 2³¹ as the bound of what every service understands.
    public static let maximumTimeToLive = Int(Int32.max)

    /// The text, which is encrypted for the browser.
    public let body: [UInt8]
    /// For how many seconds the push service keeps the message; with 0, the message reaches only who is there now.
    public let timeToLive: Int
    /// How much the message may cost the battery.
    public let urgency: PushUrgency
    /// What the message is about: it replaces a message with the same topic that was not delivered yet.
    public let topic: PushTopic?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - body: The text, 0 to ``maximumByteCount`` bytes.
    ///   - timeToLive: For how long the push service keeps the message, in whole seconds; a part of a second is dropped.
    ///   - urgency: How much the message may cost the battery.
    ///   - topic: What the message is about.
    /// - Throws: ``PushMessageError/bodyTooLarge(byteCount:)`` and ``PushMessageError/timeToLive``.
    public init(
        body: [UInt8], timeToLive: Duration, urgency: PushUrgency = .normal, topic: PushTopic? = nil
    ) throws(PushMessageError) {
        guard body.count <= Self.maximumByteCount else { throw .bodyTooLarge(byteCount: body.count) }
        let seconds = timeToLive.components.seconds
        guard timeToLive >= .zero, seconds <= Int64(Self.maximumTimeToLive) else { throw .timeToLive }
        self.body = body
        self.timeToLive = Int(seconds)
        self.urgency = urgency
        self.topic = topic
    }

    /// Encrypts the text for a browser (RFC 8291), with a fresh key and a fresh salt.
    ///
    /// - Parameter subscription: The browser's subscription.
    /// - Returns: 103 bytes more than the text has.
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public func encrypted(for subscription: PushSubscription) throws(CryptographyError) -> [UInt8] {
        encrypted(
            for: subscription, key: try P256PrivateKey(),
            salt: try SecureRandom.bytes(EncryptedContent.saltByteCount))
    }

    /// Encrypts with a known key and salt, as the example of the RFC does; a second use of both would reveal the text.
    package func encrypted(for subscription: PushSubscription, key: P256PrivateKey, salt: [UInt8]) -> [UInt8]
    {
        let secret = PushSecret.make(
            sharedSecret: key.sharedSecret(with: subscription.publicKey),
            authenticationSecret: subscription.authenticationSecret, receiver: subscription.publicPoint,
            sender: key.publicPoint)
        return EncryptedContent.encrypt(body, secret: secret, salt: salt, keyID: key.publicPoint)
    }
}

/// How much a message may cost the battery of the device (RFC 8030 section 5.3).
public enum PushUrgency: String, Sendable, Hashable, CaseIterable {
    /// Waits for power and Wi-Fi, such as an advertisement.
    case veryLow = "very-low"
    /// Waits for power or Wi-Fi, such as a topic update.
    case low
    /// Waits for neither power nor Wi-Fi, such as a chat message.
    case normal
    /// Is delivered also while the battery is low, such as an alert that is due now.
    case high
}

/// Why a message is refused before it is sent.
public enum PushMessageError: Error, Sendable, Hashable {
    /// The text is longer than 3,993 bytes.
    case bodyTooLarge(byteCount: Int)
    /// The time to live is below zero, or above 2³¹−1 seconds.
    case timeToLive

    /// The stable name of the refusal, for programs.
    public var code: String {
        switch self {
        case .bodyTooLarge: "push-body-too-large"
        case .timeToLive: "push-time-to-live"
        }
    }
}

extension PushMessageError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .bodyTooLarge(let byteCount): "The message has \(byteCount) bytes; at most 3,993 are allowed."
        case .timeToLive: "The time to live is not between 0 and 2,147,483,647 seconds."
        }
    }
}
