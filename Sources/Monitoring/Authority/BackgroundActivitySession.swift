public import Authorization

/// Lets a program with permission "while in use" continue with positions in the background while it is held
/// (L107).
///
/// It must begin in the foreground. If it begins in the background, it continues a session of the program's
/// previous run, when that happens within a few seconds of the restart. Otherwise it waits for the next time
/// in use.
public final class BackgroundActivitySession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    /// Begins a session.
    public init(of authority: LocationAuthority) {
        self.authority = authority
        number = authority.begin(.backgroundActivity)
    }

    deinit { invalidate() }

    /// The reasons why no positions arrive despite the session: the present reasons first, then each change.
    public var diagnostics: AsyncStream<AuthorizationDiagnostics> {
        authority.stream { [number] in $0.diagnostics(of: number) }
    }

    /// Ends the session.
    public func invalidate() { authority.end(number) }
}
