public import Essentials

/// The key with which one gateway may report until it is revoked.
///
/// Only the gateway knows the key itself; the store has its digest.
public struct GatewayKey: Hashable, Sendable {
    /// The SHA-256 digest of the key.
    public let digest: [UInt8]
    /// The gateway that owns the key.
    public let gateway: GatewayID
    /// When it was issued.
    public let issuedAt: Timestamp
    /// When it was revoked; `nil` while it is valid.
    public let revokedAt: Timestamp?
    /// When a report last showed it, to the minute; `nil` before the first report.
    public let heardAt: Timestamp?

    /// Makes a key from its parts.
    public init(
        digest: [UInt8], gateway: GatewayID, issuedAt: Timestamp, revokedAt: Timestamp? = nil,
        heardAt: Timestamp? = nil
    ) {
        self.digest = digest
        self.gateway = gateway
        self.issuedAt = issuedAt
        self.revokedAt = revokedAt
        self.heardAt = heardAt
    }

    /// Whether it lets the gateway report.
    public var isValid: Bool { revokedAt == nil }
}

/// Why a gateway's request, or a new key, is refused; nothing has changed.
public enum GatewayRefusal: Error, Hashable, Sendable {
    /// The request has no key, or a key that was never issued.
    case keyMissing
    /// The key has been revoked.
    case keyRevoked
    /// The key belongs to another gateway.
    case keyOfAnother
    /// The gateway already has a valid key.
    case keyInUse(GatewayID)
    /// The gateway has no valid key.
    case noKey(GatewayID)
}
