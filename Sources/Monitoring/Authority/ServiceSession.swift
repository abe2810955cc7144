public import Authorization

/// Declares the authorisation that a workflow requires, while it is held (L101, L102).
///
/// Unless its requirement is `none`, a session asks the person when that is possible. It ends with
/// ``invalidate()`` or when it is dropped.
public final class ServiceSession: Sendable {
    private let authority: LocationAuthority
    private let number: ServiceSessionNumber

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - requirement: The requirement; `none` asks no question, but still counts as a session that the
    ///     program takes itself.
    ///   - purpose: The key of the purpose for full accuracy.
    ///   - authority: The authority.
    public init(
        _ requirement: AuthorizationRequirement, fullAccuracyPurpose purpose: String? = nil,
        of authority: LocationAuthority
    ) {
        self.authority = authority
        number = authority.begin(.service(requirement, fullAccuracyPurpose: purpose))
    }

    deinit { invalidate() }

    /// The reasons why the goal is not met: the present ones first, then each change; empty while it is met.
    public var diagnostics: AsyncStream<AuthorizationDiagnostics> {
        authority.stream { [number] in $0.diagnostics(of: number) }
    }

    /// Ends the session.
    public func invalidate() { authority.end(number) }
}
