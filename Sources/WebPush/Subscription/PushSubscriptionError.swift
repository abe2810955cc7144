/// Why a subscription is refused.
public enum PushSubscriptionError: Error, Sendable, Hashable, CaseIterable {
    /// The endpoint or one of the keys is missing, or is no text.
    case incomplete
    /// The endpoint is longer than 2,048 bytes.
    case endpointTooLong
    /// The endpoint is no absolute URL of HTTP or HTTPS, or has a user name or a fragment.
    case endpointMalformed
    /// The endpoint is plain HTTP, and its host is not allowed to be.
    case endpointNotSecure
    /// The public key is not base64url without padding.
    case publicKeyNotation
    /// The public key does not have 65 bytes.
    case publicKeyLength
    /// The public key is no uncompressed point of P-256.
    case publicKeyNotOnCurve
    /// The authentication secret is not base64url without padding.
    case secretNotation
    /// The authentication secret does not have 16 bytes.
    case secretLength

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension PushSubscriptionError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .incomplete:
            ("subscription-incomplete", "The subscription lacks its endpoint or one of its keys.")
        case .endpointTooLong: ("endpoint-too-long", "The endpoint is longer than 2,048 bytes.")
        case .endpointMalformed: ("endpoint-malformed", "The endpoint is not a URL that can be called.")
        case .endpointNotSecure: ("endpoint-not-secure", "The endpoint does not begin with https:.")
        case .publicKeyNotation:
            ("public-key-notation", "The key p256dh is not base64url without padding.")
        case .publicKeyLength: ("public-key-length", "The key p256dh does not have 65 bytes.")
        case .publicKeyNotOnCurve: ("public-key-not-on-curve", "The key p256dh is not a point of P-256.")
        case .secretNotation: ("secret-notation", "The secret auth is not base64url without padding.")
        case .secretLength: ("secret-length", "The secret auth does not have 16 bytes.")
        }
    }
}
