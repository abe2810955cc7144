public import Observations

extension AuthorizationStateMachine {
    /// The reasons why no events and positions arrive; empty while they do.
    ///
    /// Conditions are decided and beacons are ranged only while it is empty (L95). With
    /// ``AuthorizationDiagnostics/accuracyLimited``, positions still arrive, but they are coarse.
    public var diagnostics: AuthorizationDiagnostics {
        var reasons = denial
        if usage.requiresExplicitSession, !hasRequiringSession { reasons.insert(.serviceSessionRequired) }
        guard state.status.isAuthorized else { return reasons }
        if state.accuracy == .reducedAccuracy { reasons.insert(.accuracyLimited) }
        if !isSufficientlyInUse { reasons.insert(.insufficientlyInUse) }
        return reasons
    }

    /// The reasons why a session lacks its goal; empty while it has the goal, and after it ended.
    public func diagnostics(of session: ServiceSessionNumber) -> AuthorizationDiagnostics {
        guard let held = sessions.first(where: { $0.number == session }) else { return [] }
        switch held.goal {
        case .reading: return diagnostics
        case .backgroundActivity: return diagnostics.subtracting(.accuracyLimited)
        case .service(let requirement, let purpose):
            return missing(for: requirement).union(missing(for: purpose))
        }
    }

    /// The person's permission as the content of an observation.
    public var permission: Permission {
        if isRestricted { return .restricted }
        guard isEnabled else { return .deniedGlobally }
        switch decision.grant {
        case .undecided: return .undetermined
        case .refused: return .denied
        case .once, .whileUsing, .provisionalAlways, .always:
            return state.accuracy == .fullAccuracy ? .granted : .reducedAccuracy
        }
    }

    /// The reasons on the side of the person and the device, each for itself (L80, L81).
    private var denial: AuthorizationDiagnostics {
        var reasons: AuthorizationDiagnostics = []
        if isRestricted { reasons.insert(.authorizationRestricted) }
        if !isEnabled { reasons.insert(.authorizationDeniedGlobally) }
        switch decision.grant {
        case .undecided: if reasons.isEmpty { reasons.insert(.authorizationRequestInProgress) }
        case .refused: reasons.insert(.authorizationDenied)
        case .once, .whileUsing, .provisionalAlways, .always: break
        }
        return reasons
    }

    /// Whether the program may use sensors now.
    ///
    /// It may in the foreground. In the background it needs an activity, or a confirmed always with a held
    /// session (L93, L104, L105, L107).
    private var isSufficientlyInUse: Bool {
        isInUse || hasBackgroundActivity || (decision.grant == .always && hasAlwaysSession)
    }

    private func missing(for requirement: AuthorizationRequirement) -> AuthorizationDiagnostics {
        guard requirement != .none else { return [] }
        var reasons = denial
        if requirement == .always { reasons.formUnion(missingForAlways) }
        if state.status.isAuthorized, !isSufficientlyInUse { reasons.insert(.insufficientlyInUse) }
        return reasons
    }

    private var missingForAlways: AuthorizationDiagnostics {
        switch decision.grant {
        case .undecided, .provisionalAlways, .always: []
        case .refused, .once: .alwaysAuthorizationDenied
        case .whileUsing:
            if case .upgrade = prompt { .authorizationRequestInProgress } else { .alwaysAuthorizationDenied }
        }
    }

    private func missing(for purpose: String?) -> AuthorizationDiagnostics {
        guard let purpose, state.status.isAuthorized, state.accuracy == .reducedAccuracy else { return [] }
        if case .temporaryFullAccuracy(let asked, _)? = prompt, ExactText(asked) == ExactText(purpose) {
            return .authorizationRequestInProgress
        }
        return .fullAccuracyDenied
    }
}
