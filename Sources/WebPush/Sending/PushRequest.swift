public import Cryptography

/// The request that hands a message to a push service, which the program sends with its own client for HTTP, by POST.
///
/// The client must verify TLS, must not follow redirects, and must not call private addresses.
public struct PushRequest: Sendable {
    /// Where to send the request.
    public let url: PushEndpoint
    /// The fields of the header.
    ///
    /// They are `TTL`, `Urgency`, `Topic` if there is one, `Content-Encoding`, `Content-Type` and `Authorization`. The client
    /// adds `Content-Length`.
    public let header: [(name: String, value: String)]
    /// The encrypted text, 103 to 4,096 bytes.
    public let body: [UInt8]

    /// Makes a request; each one encrypts the message with fresh keys.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - subscription: For whom the message is.
    ///   - authorization: What ``PushAuthorizations`` or ``ApplicationServerKey`` made for the endpoint.
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public init(
        _ message: PushMessage, to subscription: PushSubscription, authorization: String
    ) throws(CryptographyError) {
        url = subscription.endpoint
        var header = [
            (name: "TTL", value: String(message.timeToLive)),
            (name: "Urgency", value: message.urgency.rawValue),
        ]
        if let topic = message.topic { header.append((name: "Topic", value: topic.text)) }
        header.append((name: "Content-Encoding", value: EncryptedContent.codingName))
        header.append((name: "Content-Type", value: "application/octet-stream"))
        header.append((name: "Authorization", value: authorization))
        self.header = header
        body = try message.encrypted(for: subscription)
    }
}
