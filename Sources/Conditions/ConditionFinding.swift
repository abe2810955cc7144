package import Observations

/// What the observations say about a condition, or about a part of one.
package enum Truth: UInt8, Hashable, Sendable {
    /// No observation has decided it yet; the assumed state applies.
    case undecided
    /// The sources that decided it can no longer observe it.
    case unknown
    /// It is false.
    case unsatisfied
    /// It is true.
    case satisfied

    /// The truth of the opposite condition.
    package var negated: Truth {
        switch self {
        case .satisfied: .unsatisfied
        case .unsatisfied: .satisfied
        case .unknown, .undecided: self
        }
    }

    /// The state for this truth; while it is undecided, the assumed state.
    package func state(assuming assumed: ConditionState) -> ConditionState {
        switch self {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unknown: .unknown
        case .undecided: assumed
        }
    }
}

/// The truth of a condition or of a part, with its time and with reasons if it is unknown.
package struct ConditionFinding: Hashable, Sendable {
    /// The time since which it has this truth.
    package var since: ObservationTime
    /// The reasons why it cannot be decided; empty while it can.
    package var diagnostics: ConditionDiagnostics
    /// The truth.
    package var truth: Truth

    /// Makes a finding.
    package init(_ truth: Truth, since: ObservationTime, diagnostics: ConditionDiagnostics = []) {
        self.truth = truth
        self.since = since
        self.diagnostics = diagnostics
    }

    /// The finding for the opposite condition.
    package var negated: ConditionFinding {
        ConditionFinding(truth.negated, since: since, diagnostics: diagnostics)
    }
}
