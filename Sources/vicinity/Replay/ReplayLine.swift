import Beacons
import Conditions
import Observations
import Ranging

/// One line of what a replay prints.
enum ReplayLine {
    /// A condition changed.
    case event(identifier: String, ConditionTransition)
    /// Why a condition has its state.
    case explanation(identifier: String, Explanation)
    /// The spot that a source is nearest to changed.
    case nearest(ObservationSource, ObservationTime, NearestAnswer<String>)
    /// A beacon that was heard, at the end.
    case beacon(BeaconIdentity, measuredPower: Int8, BeaconCount)
    /// How many parts of the recording were damaged in one way.
    case damaged(reason: String, count: Int)
    /// How many observations were older than the newest of their source.
    case late(count: Int)
}

extension ConditionState {
    /// The state as a word.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .satisfied: "satisfied"
        case .unsatisfied: "unsatisfied"
        case .unmonitored: "unmonitored"
        }
    }
}

extension ConditionDiagnostics {
    /// The set reasons as stable words.
    var words: [String] {
        let names: [(ConditionDiagnostics, String)] = [
            (.accuracyLimited, "accuracy-limited"), (.authorizationDenied, "authorization-denied"),
            (.authorizationDeniedGlobally, "authorization-denied-globally"),
            (.authorizationRestricted, "authorization-restricted"),
            (.authorizationRequestInProgress, "authorization-request-in-progress"),
            (.insufficientlyInUse, "insufficiently-in-use"), (.conditionUnsupported, "condition-unsupported"),
            (.conditionLimitExceeded, "condition-limit-exceeded"),
            (.persistenceUnavailable, "persistence-unavailable"),
            (.serviceSessionRequired, "service-session-required"), (.sourceUnavailable, "source-unavailable"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
