import Conditions
import Observations

/// What is known about a condition, and how it came to be known.
struct KnownState: Hashable {
    private(set) var state: ConditionState
    private(set) var lastKnown: ConditionState?
    /// What is taken for granted while nothing decides.
    private(set) var assumed: ConditionState
    private(set) var diagnostics: ConditionDiagnostics = []
    /// When it changed last; times of changes never go back, though sources need not agree about the time.
    private(set) var lastTransition = ObservationTime(microseconds: .min)

    init(assuming state: ConditionState) {
        self.state = state
        assumed = state
        lastKnown = state.isKnown ? state : nil
    }

    /// Takes what was found.
    ///
    /// - Returns: The change, if it is one.
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

    /// Takes nothing for granted any more: what was known may have come from a source that is forgotten.
    mutating func assumeNothing() { assumed = .unknown }

    /// The change that led to it; `nil` while nothing is known.
    var change: ConditionTransition? {
        state.isKnown ? ConditionTransition(state: state, time: lastTransition, lastKnown: lastKnown) : nil
    }

    /// Whether both will say the same whenever the same is decided from some moment on.
    func agrees(with other: KnownState, after time: ObservationTime) -> Bool {
        state == other.state && lastKnown == other.lastKnown && assumed == other.assumed
            && diagnostics == other.diagnostics
            && (lastTransition == other.lastTransition
                || max(lastTransition, other.lastTransition) <= time)
    }
}
