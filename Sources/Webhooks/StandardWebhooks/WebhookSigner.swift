/// Signs webhooks by Standard Webhooks 1.0.0, with HMAC-SHA256.
///
/// While a secret is replaced, both are active: each call then has two signatures, and a receiver with either secret accepts it.
public struct WebhookSigner: Sendable {
    private let secrets: [WebhookSecret]

    /// Makes a signer.
    ///
    /// - Parameter secrets: The active secrets, one or more; the newest first.
    public init(_ secrets: [WebhookSecret]) {
        precondition(!secrets.isEmpty, "a webhook needs a secret")
        self.secrets = secrets
    }

    /// The fields of the header that identify, date and sign a call.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message, the same in each attempt.
    ///   - secondsSinceEpoch: The time of this attempt, in seconds since 1970-01-01T00:00:00Z.
    ///   - body: The bytes of the body, exactly as they are sent.
    /// - Returns: `webhook-id`, `webhook-timestamp` and `webhook-signature`.
    /// - Complexity: O(*n*) in the number of bytes, for each secret.
    public func header(
        id: WebhookID, at secondsSinceEpoch: Int64, body: [UInt8]
    ) -> [(name: String, value: String)] {
        let timestamp = String(secondsSinceEpoch)
        let signatures = secrets.map { $0.signature(id: id.text, timestamp: timestamp, body: body) }
        return [
            (WebhookField.id.rawValue, id.text), (WebhookField.timestamp.rawValue, timestamp),
            (WebhookField.signature.rawValue, signatures.joined(separator: " ")),
        ]
    }
}

/// A field of the header of a webhook.
public enum WebhookField: String, Sendable, Hashable, CaseIterable {
    /// The identifier of the message.
    case id = "webhook-id"
    /// The time of the attempt, in seconds since 1970-01-01T00:00:00Z.
    case timestamp = "webhook-timestamp"
    /// The signatures, with spaces between.
    case signature = "webhook-signature"
}
