import Monitoring

/// Lets a program that is allowed positions while in use go on with them in the background, while it is held (L107).
public final class CLBackgroundActivitySession: Sendable {
    private let session: BackgroundActivitySession
    /// Why positions do not come in spite of it: the present reasons first, then each change.
    public let diagnostics: CLServiceSession.Diagnostics

    /// Begins a session; in the background it can only join one of before.
    public init() {
        let surroundings = Surroundings.current
        session = BackgroundActivitySession(of: surroundings.authority)
        diagnostics = CLServiceSession.Diagnostics(session.diagnostics)
        surroundings.authorityMayHaveChanged()
    }

    /// Ends the session.
    public func invalidate() { session.invalidate() }
}
