public import Observations

/// Decides what a program may do with positions and beacons: which question to ask, and what an answer means.
///
/// It implements Core Location's rules without a phone. The host reports when the program is in use, asks the
/// questions, and reports answers and settings. Sessions state the program's present goals. The machine has
/// no clock: each input carries its time, which never goes back.
public struct AuthorizationStateMachine: Hashable, Sendable {
    /// The texts for the prompts.
    public let usage: UsageDescriptions
    /// The lifetimes of grants.
    public let policy: AuthorizationPolicy
    /// The person's decision.
    public internal(set) var decision: AuthorizationDecision
    /// Whether location is switched on for the whole device.
    public private(set) var isEnabled = true
    /// Whether someone other than the person forbids it.
    public private(set) var isRestricted = false
    /// Whether the program is in use: in the foreground, on the person's screen.
    public private(set) var isInUse: Bool
    /// The open question.
    public internal(set) var prompt: AuthorizationPrompt?

    /// The newest time of all inputs.
    public internal(set) var now: ObservationTime
    var sessions: [HeldSession] = []
    var lastSession = 0
    /// The sessions of the previous run, while they count.
    var remembered: [ServiceGoal]
    /// Whether full accuracy is granted temporarily.
    var hasTemporaryAccuracy = false
    /// The time since which the program is neither in use nor has a background activity.
    private var idleSince: ObservationTime?
    /// Questions that were closed without an answer; empty again when the program next comes to the
    /// foreground.
    var dismissed: [AuthorizationPrompt] = []
    /// Purposes for which the person refused full accuracy, until a session asks again.
    var refusedPurposes: [ExactText] = []
    private let start: ObservationTime
    /// The state that the last action reported to the driver; `shown` is the same for the question.
    private var told: AuthorizationState?
    private var shown: AuthorizationPrompt?

    /// Begins a run of the program.
    ///
    /// - Parameters:
    ///   - usage: The texts for the prompts.
    ///   - policy: The lifetimes of grants.
    ///   - memory: The memory of the previous run.
    ///   - isInUse: Whether the program starts in the foreground.
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

    /// The present authorisation.
    public var state: AuthorizationState { AuthorizationState(status: status, accuracy: accuracy) }

    /// The data for the next run; it includes the sessions of the previous run while they count.
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

// MARK: - Reports from the host

extension AuthorizationStateMachine {
    /// Records that the program came to the foreground.
    public mutating func tookInUse(at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { machine in
            machine.isInUse = true
            machine.dismissed = []
            for index in machine.sessions.indices { machine.sessions[index].isEffective = true }
        }
    }

    /// Records that the program left the foreground.
    public mutating func leftUse(at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isInUse = false }
    }

    /// Records that the person changed the setting for this program, in any user interface (L94).
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

    /// Records that location was switched on or off for the whole device (L90).
    public mutating func switchedGlobally(on isOn: Bool, at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isEnabled = isOn }
    }

    /// Records that someone other than the person began or stopped forbidding it (L90).
    public mutating func restricted(_ isRestricted: Bool, at time: ObservationTime) -> AuthorizationAction {
        step(at: time) { $0.isRestricted = isRestricted }
    }

    /// Records that time has passed, so that expired grants end.
    public mutating func elapsed(until time: ObservationTime) -> AuthorizationAction {
        step(at: time) { _ in }
    }

    /// When the next grant expires or question is due, if nothing happens before.
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
    /// Processes an input: first expired grants, then the input, then the question that is needed now.
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

    /// The changes that the driver does not know yet.
    ///
    /// They are relative to the last action instead of to the state before the input. So nothing is lost when
    /// an input is refused.
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
