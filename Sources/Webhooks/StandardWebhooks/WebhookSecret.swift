public import Cryptography

/// A secret that signs webhooks and that the receiver has too, written as `whsec_` and Base64 (Standard Webhooks 1.0.0).
///
/// Its description hides it, so that no log shows it by mistake; ``text`` has it.
public struct WebhookSecret: Sendable, CustomStringConvertible {
    /// How many bytes a secret may have.
    public static let byteCounts = 24...64
    private static let prefix = "whsec_"

    /// The bytes of the secret.
    public let bytes: [UInt8]

    /// Only the kind of the secret.
    public var description: String { Self.prefix + "…" }

    /// Makes a fresh secret of 32 bytes.
    ///
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public init() throws(CryptographyError) { bytes = try SecureRandom.bytes(32) }

    /// Makes a secret of its bytes.
    ///
    /// - Parameter bytes: 24 to 64 bytes.
    /// - Throws: ``WebhookSecretError/length``.
    public init(bytes: [UInt8]) throws(WebhookSecretError) {
        guard Self.byteCounts.contains(bytes.count) else { throw .length }
        self.bytes = bytes
    }

    /// Reads a secret.
    ///
    /// - Parameter text: `whsec_` and Base64 with padding.
    /// - Throws: A ``WebhookSecretError``.
    public init(_ text: String) throws(WebhookSecretError) {
        guard text.hasPrefix(Self.prefix) else { throw .prefix }
        guard let bytes = Base64.decode(String(text.dropFirst(Self.prefix.count))) else { throw .notation }
        try self.init(bytes: bytes)
    }

    /// The secret as the receiver gets it: `whsec_` and Base64 with padding.
    public var text: String { Self.prefix + Base64.encode(bytes) }

    /// The signature of a call, as the field `webhook-signature` lists it: `v1,` and Base64.
    func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return "v1," + Base64.encode(HMACSHA256.authenticationCode(for: signed, key: bytes))
    }
}

/// Why a text is not a secret of webhooks.
public enum WebhookSecretError: Error, Sendable, Hashable, CaseIterable {
    /// The text does not begin with `whsec_`.
    case prefix
    /// What follows is not Base64 with padding.
    case notation
    /// The secret does not have 24 to 64 bytes.
    case length

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension WebhookSecretError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .prefix: ("webhook-secret-prefix", "The secret does not begin with whsec_.")
        case .notation: ("webhook-secret-notation", "The secret is not Base64 with padding.")
        case .length: ("webhook-secret-length", "The secret does not have 24 to 64 bytes.")
        }
    }
}
