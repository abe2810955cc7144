public import Observations

/// The person's decision: the part of an authorisation that a host stores beyond the end of its program.
public struct AuthorizationDecision: Hashable, Sendable {
    /// What the person granted; it distinguishes more than the status, such as once and always (L91, L93).
    public enum Grant: UInt8, Hashable, Sendable {
        /// Nothing has been decided.
        case undecided = 0
        /// The person refused.
        case refused = 1
        /// While the program is in use, only this time.
        case once = 2
        /// While the program is in use.
        case whileUsing = 3
        /// Provisional always: the program sees "always", but it applies only in use until the person
        /// confirms it (L93).
        case provisionalAlways = 4
        /// Always.
        case always = 5
    }

    /// What the person granted.
    public var grant: Grant
    /// The granted accuracy.
    public var accuracy: AccuracyAuthorization
    /// The time of the decision.
    public var time: ObservationTime
    /// Whether the person has answered the one question for more than "while in use" (L89).
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

/// The data that a program stores for its next run: the person's decision and the held sessions (L106).
public struct AuthorizationMemory: Hashable, Sendable {
    /// The person's decision; "once" ends with the program.
    public var decision: AuthorizationDecision
    /// The sessions that were held.
    public var sessions: [ServiceGoal]

    /// Makes a memory from its parts.
    public init(decision: AuthorizationDecision = AuthorizationDecision(), sessions: [ServiceGoal] = []) {
        self.decision = decision
        self.sessions = sessions
    }
}
