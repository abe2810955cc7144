public import Essentials

/// Proof that a principal signed in, kept until it signs out or the session ends.
///
/// The token itself is known to the client only; what is kept is its digest, so that a copy of the database
/// lets nobody in.
public struct Session: Hashable, Sendable {
    /// Who a session belongs to, by identifier: names and roles are looked up in the campus in force.
    public enum Owner: Hashable, Sendable {
        /// A person of the campus.
        case person(PersonID)
        /// A device of the campus.
        case device(DeviceID)
    }

    /// The SHA-256 digest of the token.
    public let tokenDigest: [UInt8]
    /// Who signed in.
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
