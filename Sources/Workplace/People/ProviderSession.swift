public import OpenIDConnect

/// The session at an identity provider to which a session here belongs, so that both can end together.
public struct ProviderSession: Hashable, Sendable {
    /// Who signed in there.
    public let identity: ExternalIdentity
    /// The provider's name for its session; `nil` if it has none.
    public let sessionID: String?

    /// Makes a value that was stored.
    public init(identity: ExternalIdentity, sessionID: String?) {
        self.identity = identity
        self.sessionID = sessionID
    }
}
