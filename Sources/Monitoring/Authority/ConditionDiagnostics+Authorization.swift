import Authorization
import Conditions

extension ConditionDiagnostics {
    /// Converts the reasons of an authority for an event.
    init(_ reasons: AuthorizationDiagnostics) {
        self = []
        for (reason, diagnostic) in Self.meanings where reasons.contains(reason) { insert(diagnostic) }
    }

    private static let meanings: [(AuthorizationDiagnostics, ConditionDiagnostics)] = [
        (.accuracyLimited, .accuracyLimited),
        (.authorizationDenied, .authorizationDenied),
        (.authorizationDeniedGlobally, .authorizationDeniedGlobally),
        (.authorizationRestricted, .authorizationRestricted),
        (.authorizationRequestInProgress, .authorizationRequestInProgress),
        (.insufficientlyInUse, .insufficientlyInUse),
        (.serviceSessionRequired, .serviceSessionRequired),
    ]
}
