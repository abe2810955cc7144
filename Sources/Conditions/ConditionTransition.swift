public import Observations

/// A change of a condition's state.
public struct ConditionTransition: Hashable, Sendable {
    /// The new state.
    public var state: ConditionState
    /// When the condition entered the state, in the time of the observations (L32).
    public var time: ObservationTime
    /// The matching beacon, for a satisfied beacon condition (LD12); `nil` otherwise.
    public var refinement: BeaconIdentityCondition?
    /// The reasons why the state is unknown or unmonitored; empty otherwise.
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

    /// Whether the state only returned after it was unknown; then there is nothing new to report (LD17).
    public var isReturn: Bool { state.isKnown && state == lastKnown }
}
