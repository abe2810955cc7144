package import Observations

/// What is known of a condition, or of a part of one.
package enum Truth: UInt8, Hashable, Sendable {
    /// Nothing that was observed decides it: what was assumed holds.
    case undecided
    /// What decided it can no longer be observed.
    case unknown
    /// It is false.
    case unsatisfied
    /// It is true.
    case satisfied

    /// What is known of the opposite.
    package var negated: Truth {
        switch self {
        case .satisfied: .unsatisfied
        case .unsatisfied: .satisfied
        case .unknown, .undecided: self
        }
    }

    /// The state, with what was assumed where nothing is decided.
    package func state(assuming assumed: ConditionState) -> ConditionState {
        switch self {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unknown: .unknown
        case .undecided: assumed
        }
    }
}

/// What is known of a condition, or of a part of one, since when, and why not.
package struct ConditionFinding: Hashable, Sendable {
    /// Since when it has been so.
    package var since: ObservationTime
    /// Why it cannot be decided; empty while it can.
    package var diagnostics: ConditionDiagnostics
    /// What is known.
    package var truth: Truth

    /// Makes a finding.
    package init(_ truth: Truth, since: ObservationTime, diagnostics: ConditionDiagnostics = []) {
        self.truth = truth
        self.since = since
        self.diagnostics = diagnostics
    }

    /// What is known of the opposite.
    package var negated: ConditionFinding {
        ConditionFinding(truth.negated, since: since, diagnostics: diagnostics)
    }
}
