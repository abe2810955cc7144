public import Observations

extension AuthorizationStateMachine {
    /// Requests positions while the program is in use.
    ///
    /// - Throws: ``AuthorizationRefusal/usageDescriptionMissing`` (L88), ``AuthorizationRefusal/notInUse`` (L87),
    ///   ``AuthorizationRefusal/requestInProgress``, and ``AuthorizationRefusal/alreadyDecided`` unless nothing has been
    ///   decided (L86).
    public mutating func requestWhenInUse(
        at time: ObservationTime
    ) throws(AuthorizationRefusal) -> AuthorizationAction {
        try step(at: time) { machine throws(AuthorizationRefusal) in
            guard let text = machine.usage.whenInUse else { throw .usageDescriptionMissing }
            try machine.requireThatAskingIsPossible()
            guard machine.state.status == .notDetermined else { throw .alreadyDecided }
            machine.prompt = .whenInUse(explanation: text)
        }
    }

    /// Requests positions at any time: as the first request, or once as an upgrade (L89).
    ///
    /// - Throws: As ``requestWhenInUse(at:)``; both texts are required.
    public mutating func requestAlways(
        at time: ObservationTime
    ) throws(AuthorizationRefusal) -> AuthorizationAction {
        try step(at: time) { machine throws(AuthorizationRefusal) in
            guard machine.usage.whenInUse != nil, let text = machine.usage.always else {
                throw .usageDescriptionMissing
            }
            try machine.requireThatAskingIsPossible()
            switch (machine.state.status, machine.decision.grant) {
            case (.notDetermined, _): machine.prompt = .always(explanation: text)
            case (.authorizedWhenInUse, .whileUsing) where !machine.decision.isUpgradeUsed:
                machine.prompt = .upgrade(explanation: text)
            default: throw .alreadyDecided
            }
        }
    }

    /// Requests full accuracy for a while (L96).
    ///
    /// - Throws: ``AuthorizationRefusal/unknownPurpose``, ``AuthorizationRefusal/notInUse``,
    ///   ``AuthorizationRefusal/requestInProgress``, ``AuthorizationRefusal/notAuthorized``, and
    ///   ``AuthorizationRefusal/accuracyIsFull``.
    public mutating func requestTemporaryFullAccuracy(
        purpose: String, at time: ObservationTime
    ) throws(AuthorizationRefusal) -> AuthorizationAction {
        try step(at: time) { machine throws(AuthorizationRefusal) in
            guard let text = machine.usage.fullAccuracyExplanation(for: purpose) else {
                throw .unknownPurpose
            }
            try machine.requireThatAskingIsPossible()
            guard machine.state.status.isAuthorized else { throw .notAuthorized }
            guard machine.state.accuracy == .reducedAccuracy else { throw .accuracyIsFull }
            machine.prompt = .temporaryFullAccuracy(purpose: purpose, explanation: text)
        }
    }

    private func requireThatAskingIsPossible() throws(AuthorizationRefusal) {
        guard isInUse else { throw .notInUse }
        guard prompt == nil else { throw .requestInProgress }
    }
}

// MARK: - Answers

extension AuthorizationStateMachine {
    /// Records the person's answer.
    ///
    /// - Parameters:
    ///   - answer: One of the question's choices.
    ///   - prompt: The question.
    ///   - accuracy: The accuracy that the person chose, if the question offered a choice; only the first
    ///     grant uses it.
    ///   - time: The present time.
    /// - Returns: The driver's actions.
    /// - Throws: ``AuthorizationRefusal/promptNotOpen`` and ``AuthorizationRefusal/answerNotOffered``.
    public mutating func answered(
        _ answer: AuthorizationAnswer, to prompt: AuthorizationPrompt,
        accuracy: AccuracyAuthorization = .fullAccuracy, at time: ObservationTime
    ) throws(AuthorizationRefusal) -> AuthorizationAction {
        try step(at: time) { machine throws(AuthorizationRefusal) in
            guard machine.prompt == prompt else { throw .promptNotOpen }
            guard prompt.choices.contains(answer) else { throw .answerNotOffered }
            machine.prompt = nil
            machine.take(answer, to: prompt, accuracy: accuracy)
        }
    }

    /// Records that the prompt was closed without an answer.
    ///
    /// The person is not asked the same question again until the program next comes to the foreground, unless
    /// the program requests it.
    ///
    /// - Throws: ``AuthorizationRefusal/promptNotOpen``.
    public mutating func dismissed(
        _ prompt: AuthorizationPrompt, at time: ObservationTime
    ) throws(AuthorizationRefusal) -> AuthorizationAction {
        try step(at: time) { machine throws(AuthorizationRefusal) in
            guard machine.prompt == prompt else { throw .promptNotOpen }
            machine.prompt = nil
            machine.dismissed.append(prompt)
        }
    }

    private mutating func take(
        _ answer: AuthorizationAnswer, to prompt: AuthorizationPrompt, accuracy: AccuracyAuthorization
    ) {
        switch prompt {
        case .whenInUse, .always:
            decision = AuthorizationDecision(grant(answer, to: prompt), accuracy: accuracy, at: now)
        case .upgrade, .confirmation:
            decision.grant = answer == .allowAlways ? .always : .whileUsing
            decision.time = now
            decision.isUpgradeUsed = true
        case .temporaryFullAccuracy(let purpose, _):
            hasTemporaryAccuracy = answer == .allowOnce
            if answer == .refuse { refusedPurposes.append(ExactText(purpose)) }
        }
    }

    private func grant(
        _ answer: AuthorizationAnswer, to prompt: AuthorizationPrompt
    ) -> AuthorizationDecision.Grant {
        switch (answer, prompt) {
        case (.allowOnce, _): .once
        case (.allowWhileUsing, .always): .provisionalAlways
        case (.allowWhileUsing, _): .whileUsing
        case (.allowAlways, _): .always
        case (.refuse, _): .refused
        }
    }
}
