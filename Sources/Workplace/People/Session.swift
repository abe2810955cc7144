import Cryptography
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

    /// How the owner showed who they are.
    public enum Method: String, Hashable, Sendable {
        /// By a choice of name, in the demo.
        case demo
        /// By a password.
        case password
        /// By a passkey.
        case passkey
        /// By a recovery code.
        case recoveryCode = "recovery-code"
        /// At an OpenID Connect provider.
        case provider
        /// By a code that a signed-in person approved.
        case pairing
    }

    /// How long a proof of identity counts as recent, for acts that need one.
    public static let recentProof: Duration = .seconds(600)

    /// The SHA-256 digest of the token.
    public let tokenDigest: [UInt8]
    /// The owner.
    public let owner: Owner
    /// The value that a page must send back with each change, so that another site cannot make one.
    public let antiForgeryToken: String
    /// When the session was opened.
    public let openedAt: Timestamp
    /// When the session ends by itself.
    public let expiresAt: Timestamp
    /// How the owner showed who they are.
    public let method: Method
    /// When the owner last showed who they are.
    public var provedAt: Timestamp
    /// Where the session was opened.
    public let origin: ClientOrigin
    /// The session at the provider where the owner showed who they are; `nil` for every other method.
    public let provider: ProviderSession?

    /// Makes a session from its parts.
    public init(
        tokenDigest: [UInt8], owner: Owner, antiForgeryToken: String, openedAt: Timestamp,
        expiresAt: Timestamp, method: Method, provedAt: Timestamp? = nil, origin: ClientOrigin,
        provider: ProviderSession? = nil
    ) {
        self.tokenDigest = tokenDigest
        self.owner = owner
        self.antiForgeryToken = antiForgeryToken
        self.openedAt = openedAt
        self.expiresAt = expiresAt
        self.method = method
        self.provedAt = provedAt ?? openedAt
        self.origin = origin
        self.provider = provider
    }

    /// Names the session in lists, by the first bytes of the token's digest; it does not let anybody in.
    public var handle: String { Hexadecimal.encode(tokenDigest.prefix(8)) }

    /// Whether the owner showed recently who they are.
    ///
    /// In the demo nobody shows anything, so that it always holds.
    public func isProved(at time: Timestamp) -> Bool {
        method == .demo || provedAt.duration(to: time) < Self.recentProof
    }
}
