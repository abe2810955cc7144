import Authorization
import Monitoring

/// Declares what a workflow wants to be allowed, for as long as it is held (L101, L102).
public final class CLServiceSession: Sendable {
    private let session: ServiceSession
    /// Why the goal is not met: the present reasons first, then each change.
    public let diagnostics: Diagnostics

    /// What a session wants.
    public enum AuthorizationRequirement: Int, Hashable, Sendable {
        /// Any permission is enough: the person is not asked; it counts as a session that the program takes itself.
        case none = 0
        /// While the program is in use.
        case whenInUse = 1
        /// Always.
        case always = 2
    }

    /// Begins a session, which asks the person when that is possible.
    ///
    /// - Parameter authorization: What is wanted.
    public convenience init(authorization: AuthorizationRequirement) {
        self.init(authorization, purpose: nil)
    }

    /// Begins a session that also wants full accuracy.
    ///
    /// - Parameters:
    ///   - authorization: What is wanted.
    ///   - purposeKey: The key of the words for the question about accuracy.
    public convenience init(
        authorization: AuthorizationRequirement, fullAccuracyPurposeKey purposeKey: String
    ) {
        self.init(authorization, purpose: purposeKey)
    }

    private init(_ requirement: AuthorizationRequirement, purpose: String?) {
        let surroundings = Surroundings.current
        session = ServiceSession(
            requirement.requirement, fullAccuracyPurpose: purpose, of: surroundings.authority)
        diagnostics = Diagnostics(session.diagnostics)
        surroundings.authorityMayHaveChanged()
    }

    /// Ends the session.
    public func invalidate() { session.invalidate() }
}

extension CLServiceSession.AuthorizationRequirement {
    fileprivate var requirement: Authorization.AuthorizationRequirement {
        switch self {
        case .none: .none
        case .whenInUse: .whenInUse
        case .always: .always
        }
    }
}
