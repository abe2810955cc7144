import Conditions
import Observations

/// The state of a condition, with its origin.
struct KnownState: Hashable {
    private(set) var state: ConditionState
    private(set) var lastKnown: ConditionState?
    /// The assumed state while nothing decides.
    private(set) var assumed: ConditionState
    private(set) var diagnostics: ConditionDiagnostics = []
    /// The time of its last change.
    ///
    /// These times never go back, although the clocks of sources may differ.
    private(set) var lastTransition = ObservationTime(microseconds: .min)

    init(assuming state: ConditionState) {
        self.state = state
        assumed = state
        lastKnown = state.isKnown ? state : nil
    }

    /// Updates the state with a finding.
    ///
    /// - Returns: The change, if the state changed.
    mutating func take(_ finding: ConditionFinding) -> ConditionTransition? {
        diagnostics = finding.diagnostics
        let found = finding.truth.state(assuming: assumed)
        guard found != state else { return nil }
        lastTransition = max(finding.since, lastTransition)
        let before = lastKnown
        state = found
        if state.isKnown { lastKnown = state }
        return ConditionTransition(
            state: state, time: lastTransition, diagnostics: diagnostics, lastKnown: before)
    }

    /// Drops the assumed state, because it may come from a source that is forgotten.
    mutating func assumeNothing() { assumed = .unknown }

    /// The change that led to the state; `nil` while the state is unknown.
    var change: ConditionTransition? {
        state.isKnown ? ConditionTransition(state: state, time: lastTransition, lastKnown: lastKnown) : nil
    }

    /// Whether both will give the same state if the same findings follow from some time on.
    func agrees(with other: KnownState, after time: ObservationTime) -> Bool {
        state == other.state && lastKnown == other.lastKnown && assumed == other.assumed
            && diagnostics == other.diagnostics
            && (lastTransition == other.lastTransition
                || max(lastTransition, other.lastTransition) <= time)
    }
}
