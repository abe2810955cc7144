public import OpenIDConnect

/// Why nobody was signed in with the provider; the sign-in page explains the code.
public struct ProviderSignInFailure: Error, Sendable, Hashable {
    /// What went wrong here rather than at the provider.
    public enum Reason: Sendable, Hashable {
        /// No provider is configured.
        case noProvider
        /// This browser began no sign-in, or has used it.
        case notBegun
        /// The ID token of somebody new has neither a name nor an e-mail address.
        case noName
        /// The person is shut out.
        case suspended
        /// A call, an answer or a token is refused.
        case provider(SignInError)
    }

    /// Why.
    public let reason: Reason
    /// Where the browser was to go; `nil` if that is not known.
    public let returnPath: ReturnPath?

    init(_ reason: Reason, returnPath: ReturnPath? = nil) {
        self.reason = reason
        self.returnPath = returnPath
    }

    /// The stable name of the reason.
    public var code: String {
        switch reason {
        case .noProvider: "provider-none"
        case .notBegun: "sign-in-not-begun"
        case .noName: "provider-no-name"
        case .suspended: "person-suspended"
        case .provider(let error): error.code
        }
    }
}
