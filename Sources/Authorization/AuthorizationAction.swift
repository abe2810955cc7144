/// The actions of a driver after an input.
public struct AuthorizationAction: Hashable, Sendable {
    /// The new authorisation state, if it changed; pass it to all observers.
    public var change: AuthorizationState?
    /// The action for the prompt.
    public var prompting = Prompting.asBefore

    /// Actions for the prompt.
    public enum Prompting: Hashable, Sendable {
        /// Leave the prompt as it is.
        case asBefore
        /// Show this prompt, in place of any other.
        case show(AuthorizationPrompt)
        /// Dismiss the prompt: it was answered, or is no longer needed.
        case takeAway
    }
}
