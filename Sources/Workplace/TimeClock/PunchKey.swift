/// The idempotency key of a punch; each person has keys of their own.
public struct PunchKey: Hashable, Sendable {
    /// The key.
    public let text: String
    /// The SHA-256 digest of the request.
    public let fingerprint: [UInt8]

    /// Makes a key from its parts.
    public init(text: String, fingerprint: [UInt8]) {
        self.text = text
        self.fingerprint = fingerprint
    }
}
