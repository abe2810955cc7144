import Authorization
import Monitoring

/// Declares the authorisation that a workflow requires, while it is held (L101, L102).
public final class CLServiceSession: Sendable {
    private let session: ServiceSession
    /// The reasons why the goal is not met: the present ones first, then each change.
    public let diagnostics: Diagnostics

    /// The requirements of a session.
    public enum AuthorizationRequirement: Int, Hashable, Sendable {
        /// Any status is enough: the person is not asked, but the session counts as one that the program
        /// takes itself.
        case none = 0
        /// While the program is in use.
        case whenInUse = 1
        /// Always.
        case always = 2
    }

    /// Begins a session, which asks the person when that is possible.
    ///
    /// - Parameter authorization: The requirement.
    public convenience init(authorization: AuthorizationRequirement) {
        self.init(authorization, purpose: nil)
    }

    /// Begins a session that also wants full accuracy.
    ///
    /// - Parameters:
    ///   - authorization: The requirement.
    ///   - purposeKey: The key of the text for the question about accuracy.
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
