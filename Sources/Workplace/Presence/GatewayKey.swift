public import Essentials

/// What lets one gateway report, until it is revoked.
///
/// The key itself is known to the gateway only; what is kept is its digest.
public struct GatewayKey: Hashable, Sendable {
    /// The SHA-256 digest of the key.
    public let digest: [UInt8]
    /// Whose key it is.
    public let gateway: GatewayID
    /// When it was issued.
    public let issuedAt: Timestamp
    /// When it was revoked; `nil` while it is valid.
    public let revokedAt: Timestamp?

    /// Makes a key from its parts.
    public init(digest: [UInt8], gateway: GatewayID, issuedAt: Timestamp, revokedAt: Timestamp? = nil) {
        self.digest = digest
        self.gateway = gateway
        self.issuedAt = issuedAt
        self.revokedAt = revokedAt
    }
}

/// Why a gateway is not let in, or not given a key; nothing has changed then.
public enum GatewayRefusal: Error, Hashable, Sendable {
    /// The campus has no such gateway.
    case unknownGateway(GatewayID)
    /// No key, or one that was never issued.
    case keyMissing
    /// The key has been revoked.
    case keyRevoked
    /// The key is another gateway's.
    case keyOfAnother
    /// The gateway has a valid key already.
    case keyInUse(GatewayID)
    /// The gateway has no valid key.
    case noKey(GatewayID)
}
