public import Authorization

/// Declares what a workflow wants to be allowed, for as long as it is held (L101, L102).
///
/// A session other than one for `none` asks the person when that is possible. It ends with ``invalidate()`` or when nobody
/// holds it any more.
public final class ServiceSession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - requirement: What is wanted; `none` asks no question, and still counts as a session that the program takes itself.
    ///   - purpose: The key of the purpose for which full accuracy is wanted.
    ///   - authority: Whom it is wanted from.
    public init(
        _ requirement: AuthorizationRequirement, fullAccuracyPurpose purpose: String? = nil,
        of authority: LocationAuthority
    ) {
        self.authority = authority
        number = authority.begin(.service(requirement, fullAccuracyPurpose: purpose))
    }

    deinit { invalidate() }

    /// Why the goal is not met: the present reasons first, then each change; empty while it is met.
    public var diagnostics: AsyncStream<AuthorizationDiagnostics> {
        authority.stream { [number] in $0.diagnostics(of: number) }
    }

    /// Ends the session.
    public func invalidate() { authority.end(number) }
}
