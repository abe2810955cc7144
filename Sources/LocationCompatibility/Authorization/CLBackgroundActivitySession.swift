import Monitoring

/// Delivers positions in the background to a program that may use them only while in use (L107).
///
/// It works for as long as the program holds it.
public final class CLBackgroundActivitySession: Sendable {
    private let session: BackgroundActivitySession
    /// The reasons why no positions arrive despite the session: the present reasons first, then each change.
    public let diagnostics: CLServiceSession.Diagnostics

    /// Begins a session; in the background it can only join one that began earlier.
    public init() {
        let surroundings = Surroundings.current
        session = BackgroundActivitySession(of: surroundings.authority)
        diagnostics = CLServiceSession.Diagnostics(session.diagnostics)
        surroundings.authorityMayHaveChanged()
    }

    /// Ends the session.
    public func invalidate() { session.invalidate() }
}
