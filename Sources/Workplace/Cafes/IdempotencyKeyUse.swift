public import Essentials

/// The use of a person's idempotency key.
public struct IdempotencyKeyUse: Hashable, Sendable {
    /// How long a use is kept: longer than any client retries.
    public static let retention: Duration = .seconds(48 * 3_600)

    /// The person; two people may use the same key.
    public let person: PersonID
    /// The key.
    public let key: String
    /// The SHA-256 digest of the request.
    public let fingerprint: [UInt8]
    /// The order that the request placed.
    public let order: OrderID
    /// When it was used.
    public let usedAt: Timestamp

    /// Makes a use from its parts.
    public init(person: PersonID, key: String, fingerprint: [UInt8], order: OrderID, usedAt: Timestamp) {
        self.person = person
        self.key = key
        self.fingerprint = fingerprint
        self.order = order
        self.usedAt = usedAt
    }
}
