public import Authorization

/// Lets a program that is allowed positions while in use go on with them in the background, while it is held (L107).
///
/// It must begin in the foreground; taken in the background it joins one of the program's run before, within a few
/// seconds of the restart, or waits for the next time in use.
public final class BackgroundActivitySession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    /// Begins a session.
    public init(of authority: LocationAuthority) {
        self.authority = authority
        number = authority.begin(.backgroundActivity)
    }

    deinit { invalidate() }

    /// Why positions do not come in spite of it: the present reasons first, then each change.
    public var diagnostics: AsyncStream<AuthorizationDiagnostics> {
        authority.stream { [number] in $0.diagnostics(of: number) }
    }

    /// Ends the session.
    public func invalidate() { authority.end(number) }
}
