public import Observations

extension AuthorizationStateMachine {
    /// Begins a session; a program may hold several, one for each workflow (L102).
    ///
    /// If the session needs a grant, the person is asked when that is possible: in the foreground, without an
    /// earlier refusal and without a restriction (L101). A session that must begin in the foreground, but is
    /// taken elsewhere, becomes effective at the next use. It is effective at once if the previous run, which
    /// ended just now, held an equal session (L104, L106, L107).
    ///
    /// - Returns: The session's number, and the driver's actions.
    public mutating func took(
        _ goal: ServiceGoal, at time: ObservationTime
    ) -> (session: ServiceSessionNumber, action: AuthorizationAction) {
        lastSession += 1
        let number = ServiceSessionNumber(value: lastSession)
        let action = step(at: time) { machine in
            let isRetaken = machine.remembered.firstIndex(of: goal)
            if let isRetaken { machine.remembered.remove(at: isRetaken) }
            let isEffective = !goal.beginsInUse || machine.isInUse || isRetaken != nil
            let session = HeldSession(number: number, goal: goal, isEffective: isEffective)
            let purpose = session.purpose.map(ExactText.init)
            machine.refusedPurposes.removeAll { $0 == purpose }
            machine.sessions.append(session)
        }
        return (number, action)
    }

    /// Ends a session; if it has already ended, nothing changes.
    public mutating func invalidated(
        _ session: ServiceSessionNumber, at time: ObservationTime
    ) -> AuthorizationAction {
        step(at: time) { $0.sessions.removeAll { $0.number == session } }
    }

    /// The goals that count now: those of effective sessions, and those of the previous run while they are
    /// remembered.
    private var effectiveGoals: [ServiceGoal] {
        sessions.filter { $0.isEffective }.map { $0.goal } + remembered
    }

    /// Whether a background activity replaces being in use (L107).
    var hasBackgroundActivity: Bool { effectiveGoals.contains(.backgroundActivity) }

    /// Whether always applies now: only while a session for it is held (L104).
    var hasAlwaysSession: Bool {
        effectiveGoals.contains { if case .service(.always, _) = $0 { true } else { false } }
    }

    /// Whether the program itself holds a session with a requirement (L82).
    var hasRequiringSession: Bool {
        effectiveGoals.contains { goal in
            switch goal {
            case .service(.whenInUse, _), .service(.always, _): true
            case .service(.none, _), .reading, .backgroundActivity: false
            }
        }
    }
}

// MARK: - Questions of the sessions

extension AuthorizationStateMachine {
    /// The question that a session needs now, if the person can be asked.
    func neededPrompt() -> AuthorizationPrompt? {
        guard isInUse, isEnabled, !isRestricted else { return nil }
        let needed = permissionPrompt() ?? accuracyPrompt()
        return needed.flatMap { dismissed.contains($0) ? nil : $0 }
    }

    /// Whether an open question is still needed.
    func isNeeded(_ prompt: AuthorizationPrompt) -> Bool {
        switch prompt {
        case .whenInUse, .always: state.status == .notDetermined
        case .upgrade: state.status == .authorizedWhenInUse && decision.grant == .whileUsing
        case .confirmation: state.status == .authorizedAlways && decision.grant == .provisionalAlways
        case .temporaryFullAccuracy: state.status.isAuthorized && state.accuracy == .reducedAccuracy
        }
    }

    private func permissionPrompt() -> AuthorizationPrompt? {
        let always = usage.whenInUse == nil ? nil : usage.always
        switch decision.grant {
        case .undecided:
            if requirement == .always, let always { return .always(explanation: always) }
            return requirement == .none ? nil : usage.whenInUse.map { .whenInUse(explanation: $0) }
        case .whileUsing where requirement == .always && !decision.isUpgradeUsed:
            return always.map { .upgrade(explanation: $0) }
        case .provisionalAlways where decision.time.advanced(by: policy.confirmationAfter) <= now:
            return always.map { .confirmation(explanation: $0) }
        case .refused, .once, .whileUsing, .provisionalAlways, .always:
            return nil
        }
    }

    private func accuracyPrompt() -> AuthorizationPrompt? {
        guard state.status.isAuthorized, state.accuracy == .reducedAccuracy else { return nil }
        for session in sessions {
            guard let purpose = session.purpose, !refusedPurposes.contains(ExactText(purpose)),
                let text = usage.fullAccuracyExplanation(for: purpose)
            else { continue }
            return .temporaryFullAccuracy(purpose: purpose, explanation: text)
        }
        return nil
    }

    /// The highest requirement of all sessions.
    private var requirement: AuthorizationRequirement {
        let isExplicit = sessions.contains {
            if case .service = $0.goal { true } else { false }
        }
        let all = sessions.map { $0.requirement(usage, besideExplicit: isExplicit) }
        return all.max { $0.rawValue < $1.rawValue } ?? .none
    }
}
