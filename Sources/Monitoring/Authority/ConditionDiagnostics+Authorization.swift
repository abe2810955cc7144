import Authorization
import Conditions

extension ConditionDiagnostics {
    /// The reasons of an authority in the words of an event.
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
