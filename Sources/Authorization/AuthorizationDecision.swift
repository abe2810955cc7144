public import Observations

/// What the person decided; the part of an authorisation that a host keeps beyond the end of its program.
public struct AuthorizationDecision: Hashable, Sendable {
    /// What was granted; finer than the status, which does not distinguish once from always (L91, L93).
    public enum Grant: UInt8, Hashable, Sendable {
        /// Nothing has been decided.
        case undecided = 0
        /// No.
        case refused = 1
        /// While the program is in use, and only this time.
        case once = 2
        /// While the program is in use.
        case whileUsing = 3
        /// Always as far as the program knows, while in use until the person has confirmed it (L93).
        case provisionalAlways = 4
        /// Always.
        case always = 5
    }

    /// What was granted.
    public var grant: Grant
    /// How exactly.
    public var accuracy: AccuracyAuthorization
    /// When it was decided.
    public var time: ObservationTime
    /// Whether the one question for more than "while in use" has been answered (L89).
    public var isUpgradeUsed: Bool

    /// Makes a decision.
    public init(
        _ grant: Grant = .undecided, accuracy: AccuracyAuthorization = .fullAccuracy,
        at time: ObservationTime = ObservationTime(microseconds: 0), isUpgradeUsed: Bool = false
    ) {
        self.grant = grant
        self.accuracy = accuracy
        self.time = time
        self.isUpgradeUsed = isUpgradeUsed
    }
}

/// What a program leaves for its next run: what the person decided, and which sessions were held (L106).
public struct AuthorizationMemory: Hashable, Sendable {
    /// What the person decided; "once" does not outlive the program.
    public var decision: AuthorizationDecision
    /// The sessions that were held.
    public var sessions: [ServiceGoal]

    /// Makes a memory of its parts.
    public init(decision: AuthorizationDecision = AuthorizationDecision(), sessions: [ServiceGoal] = []) {
        self.decision = decision
        self.sessions = sessions
    }
}
