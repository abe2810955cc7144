public import Observations

/// Decides what a program may do with positions and beacons: whom to ask, what an answer means, and when it ends.
///
/// It is Core Location's rule without a phone: the host says when the program is in use, puts the questions, and reports
/// answers and settings. Sessions say what the program wants at the moment. It has no clock: each input brings the time,
/// which never goes back.
public struct AuthorizationStateMachine: Hashable, Sendable {
    /// The words for the prompts.
    public let usage: UsageDescriptions
    /// How long things last.
    public let policy: AuthorizationPolicy
    /// What the person decided.
    public internal(set) var decision: AuthorizationDecision
    /// Whether location is switched on for the whole device.
    public private(set) var isEnabled = true
    /// Whether another party than the person forbids it.
    public private(set) var isRestricted = false
    /// Whether the program is in use: in the foreground, on the person's screen.
    public private(set) var isInUse: Bool
    /// The question that is open.
    public internal(set) var prompt: AuthorizationPrompt?

    /// The newest time that an input brought.
    public internal(set) var now: ObservationTime
    var sessions: [HeldSession] = []
    var lastSession = 0
    /// The sessions of the run before, while they count.
    var remembered: [ServiceGoal]
    /// Whether full accuracy is allowed for now.
    var hasTemporaryAccuracy = false
    /// Since when the program is not in use, and no background activity stands in for that.
    private var idleSince: ObservationTime?
    /// Questions that went away without an answer, until the program is next taken in use.
    var dismissed: [AuthorizationPrompt] = []
    /// Purposes that the person refused full accuracy for, until a session asks again.
    var refusedPurposes: [ExactText] = []
    private let start: ObservationTime
    /// What the driver knows: the last state and question that an action carried.
    private var told: AuthorizationState?
    private var shown: AuthorizationPrompt?

    /// Begins a run of the program.
    ///
    /// - Parameters:
    ///   - usage: The words for the prompts.
    ///   - policy: How long things last.
    ///   - memory: What the run before left.
    ///   - isInUse: Whether the program begins in the foreground.
    ///   - time: The present time.
    public init(
        _ usage: UsageDescriptions, policy: AuthorizationPolicy = AuthorizationPolicy(),
        recalling memory: AuthorizationMemory = AuthorizationMemory(), isInUse: Bool = true,
        at time: ObservationTime
    ) {
        self.usage = usage
        self.policy = policy
        self.isInUse = isInUse
        decision = memory.decision
        if decision.grant == .once { decision.grant = .undecided }
        remembered = memory.sessions
        now = time
        start = time
        idleSince = isInUse ? nil : time
        told = state
    }

    /// What is allowed now.
    public var state: AuthorizationState { AuthorizationState(status: status, accuracy: accuracy) }

    /// What the next run is given; the sessions of the run before are among it while they count.
    public var memory: AuthorizationMemory {
        var kept = decision
        if kept.grant == .once { kept.grant = .undecided }
        return AuthorizationMemory(
            decision: kept, sessions: sessions.map { $0.goal }.filter { $0 != .reading } + remembered)
    }

    private var status: AuthorizationStatus {
        if isRestricted { return .restricted }
        guard isEnabled else { return .denied }
        return switch decision.grant {
        case .undecided: .notDetermined
        case .refused: .denied
        case .once, .whileUsing: .authorizedWhenInUse
        case .provisionalAlways, .always: .authorizedAlways
        }
    }

    private var accuracy: AccuracyAuthorization {
        hasTemporaryAccuracy ? .fullAccuracy : decision.accuracy
    }
}

// MARK: - What the host reports

extension AuthorizationStateMachine {
    /// The program came to the foreground.
    public mutating func tookInUse(at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { machine in
            machine.isInUse = true
            machine.dismissed = []
            for index in machine.sessions.indices { machine.sessions[index].isEffective = true }
        }
    }

    /// The program left the foreground.
    public mutating func leftUse(at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isInUse = false }
    }

    /// The person changed the setting of this program, in whatever place has it (L94).
    public mutating func decided(
        _ grant: AuthorizationDecision.Grant, accuracy: AccuracyAuthorization = .fullAccuracy,
        at time: ObservationTime
    ) -> AuthorizationAction {
        step(at: time) { machine in
            machine.hasTemporaryAccuracy = false
            machine.decision = AuthorizationDecision(
                grant, accuracy: accuracy, at: machine.now,
                isUpgradeUsed: grant != .undecided && machine.decision.isUpgradeUsed)
        }
    }

    /// Location was switched on or off for the whole device (L90).
    public mutating func switchedGlobally(on isOn: Bool, at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isEnabled = isOn }
    }

    /// Somebody else than the person began or ceased to forbid it (L90).
    public mutating func restricted(_ isRestricted: Bool, at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isRestricted = isRestricted }
    }

    /// Time passed; what ends by itself ends.
    public mutating func elapsed(until time: ObservationTime) -> AuthorizationAction {
        step(at: time) { _ in }
    }

    /// When something ends by itself, should nothing happen before.
    public var nextCheck: ObservationTime? {
        var due: [ObservationTime] = []
        if let idleSince {
            if decision.grant == .once { due.append(idleSince.advanced(by: policy.onceOutlivesUse)) }
            if hasTemporaryAccuracy { due.append(idleSince.advanced(by: policy.accuracyOutlivesUse)) }
        }
        if !remembered.isEmpty { due.append(start.advanced(by: policy.sessionsOutliveProgram)) }
        if decision.grant == .provisionalAlways, isInUse, prompt == nil {
            let confirmation = decision.time.advanced(by: policy.confirmationAfter)
            if confirmation > now { due.append(confirmation) }
        }
        return due.min()
    }
}

// MARK: - One step

extension AuthorizationStateMachine {
    /// Takes an input: first what has ended by itself, then the input, then the question that is needed now.
    mutating func step<Refusal: Error>(
        at time: ObservationTime, _ input: (inout AuthorizationStateMachine) throws(Refusal) -> Void
    ) throws(Refusal) -> AuthorizationAction {
        end(at: time)
        try input(&self)
        noteIdleness()
        if let open = prompt, !isNeeded(open) { prompt = nil }
        if prompt == nil { prompt = neededPrompt() }
        return action()
    }

    /// What the driver does not know yet; it is compared with what it got rather than with what was before the
    /// input, so that nothing is lost when an input is refused.
    private mutating func action() -> AuthorizationAction {
        var action = AuthorizationAction()
        if state != told { action.change = state }
        if prompt != shown { action.prompting = prompt.map { .show($0) } ?? .takeAway }
        told = state
        shown = prompt
        return action
    }

    private mutating func end(at time: ObservationTime) {
        now = max(now, time)
        if start.advanced(by: policy.sessionsOutliveProgram) <= now { remembered = [] }
        noteIdleness()
        guard let idleSince else { return }
        if decision.grant == .once, idleSince.advanced(by: policy.onceOutlivesUse) <= now {
            decision.grant = .undecided
            hasTemporaryAccuracy = false
        }
        if idleSince.advanced(by: policy.accuracyOutlivesUse) <= now { hasTemporaryAccuracy = false }
    }

    private mutating func noteIdleness() {
        idleSince = isInUse || hasBackgroundActivity ? nil : idleSince ?? now
    }
}
