/// What a driver does after an input.
public struct AuthorizationAction: Hashable, Sendable {
    /// What is allowed now, if that changed; pass it to everyone.
    public var change: AuthorizationState?
    /// What to do about the question to the person.
    public var prompting = Prompting.asBefore

    /// What to do about the question to the person.
    public enum Prompting: Hashable, Sendable {
        /// Nothing.
        case asBefore
        /// Show this one, in place of any other.
        case show(AuthorizationPrompt)
        /// Take it away: it has been answered, or does not matter any more.
        case takeAway
    }
}
