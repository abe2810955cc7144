/// The one name of a person at a provider: the issuer and the subject together.
///
/// Accounts are found by this value and by nothing else. The subject alone may exist at several providers, and an e-mail
/// address can be changed and claimed by others.
public struct ExternalIdentity: Sendable, Hashable {
    /// The provider.
    public let issuer: String
    /// The person at the provider: 1 to 255 ASCII characters.
    public let subject: String

    /// Makes an identity, such as one that was stored.
    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}
