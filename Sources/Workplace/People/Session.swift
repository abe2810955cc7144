public import Essentials

/// A signed-in session of a person or a device.
///
/// Only the client has the token. The store has its digest, so that a copy of the database grants no access.
public struct Session: Hashable, Sendable {
    /// The owner of a session; names and roles come from the campus in force.
    public enum Owner: Hashable, Sendable {
        /// A person of the campus.
        case person(PersonID)
        /// A device of the campus.
        case device(DeviceID)
    }

    /// The SHA-256 digest of the token.
    public let tokenDigest: [UInt8]
    /// The owner.
    public let owner: Owner
    /// The value that a page must send back with each change, so that another site cannot make one.
    public let antiForgeryToken: String
    /// When the session ends by itself.
    public let expiresAt: Timestamp

    /// Makes a session from its parts.
    public init(tokenDigest: [UInt8], owner: Owner, antiForgeryToken: String, expiresAt: Timestamp) {
        self.tokenDigest = tokenDigest
        self.owner = owner
        self.antiForgeryToken = antiForgeryToken
        self.expiresAt = expiresAt
    }
}
