/// What a sign-in asks of the provider besides the person.
public struct SignInOptions: Sendable, Hashable {
    /// What the provider shows, although the person has a session there.
    public enum Prompt: String, Sendable, Hashable {
        /// Nothing; the sign-in fails if something has to be shown.
        case none
        /// The sign-in.
        case login
        /// The question for consent.
        case consent
        /// The choice among accounts.
        case selectAccount = "select_account"
    }

    /// What the provider shows.
    public let prompt: Prompt?
    /// How many seconds ago the person may have signed in at the provider; checked in the ID token.
    public let maximumAge: Int64?
    /// The ways of signing in (`acr`), one of which is required; checked in the ID token.
    public let authenticationContexts: [String]
    /// The name with which the person is about to sign in.
    public let loginHint: String?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - prompt: What the provider shows.
    ///   - maximumAge: How many seconds ago the person may have signed in at the provider.
    ///   - authenticationContexts: The ways of signing in, one of which is required.
    ///   - loginHint: The name with which the person is about to sign in.
    public init(
        prompt: Prompt? = nil, maximumAge: Int64? = nil, authenticationContexts: [String] = [],
        loginHint: String? = nil
    ) {
        precondition(maximumAge.map { (0...(1 << 53)).contains($0) } ?? true, "a negative age")
        self.prompt = prompt
        self.maximumAge = maximumAge
        self.authenticationContexts = authenticationContexts
        self.loginHint = loginHint
    }
}
