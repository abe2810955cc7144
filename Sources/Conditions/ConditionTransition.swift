public import Observations

/// A change of a condition's state, as the evaluation decided it.
public struct ConditionTransition: Hashable, Sendable {
    /// The new state.
    public var state: ConditionState
    /// When the condition met that state, in the time of the observations (L32).
    public var time: ObservationTime
    /// The beacon that matched, for a satisfied beacon condition (LD12); `nil` otherwise.
    public var refinement: BeaconIdentityCondition?
    /// Why the state is unknown or unmonitored; empty otherwise.
    public var diagnostics: ConditionDiagnostics
    /// The last state that was satisfied or unsatisfied, before this one (LD17).
    public var lastKnown: ConditionState?

    /// Makes a transition.
    public init(
        state: ConditionState, time: ObservationTime, refinement: BeaconIdentityCondition? = nil,
        diagnostics: ConditionDiagnostics = [], lastKnown: ConditionState? = nil
    ) {
        self.state = state
        self.time = time
        self.refinement = refinement
        self.diagnostics = diagnostics
        self.lastKnown = lastKnown
    }

    /// Whether the state only came back after it had been unknown: no news for anybody (LD17).
    public var isReturn: Bool { state.isKnown && state == lastKnown }
}
