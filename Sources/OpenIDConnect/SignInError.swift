/// Why signing in with a provider failed.
public enum SignInError: Error, Sendable, Hashable {
    /// The provider's description is not used.
    case discovery(DiscoveryRefusal)
    /// What the browser brought back is refused.
    case callback(CallbackRefusal)
    /// A call to the provider failed.
    case provider(ProviderFailure)
    /// The provider's token is refused.
    case token(TokenRefusal)

    /// The stable name of the reason, for programs.
    public var code: String {
        switch self {
        case .discovery(let refusal): refusal.rawValue
        case .callback(let refusal): refusal.code
        case .provider(let failure): failure.code
        case .token(let refusal): refusal.code
        }
    }
}

extension SignInError: CustomStringConvertible {
    /// The reason as a sentence, for logs; it holds neither secrets nor anything about the person.
    public var description: String {
        switch self {
        case .discovery(let refusal): refusal.description
        case .callback(let refusal): refusal.description
        case .provider(let failure): failure.description
        case .token(let refusal): refusal.description
        }
    }
}
