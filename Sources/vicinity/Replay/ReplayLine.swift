import Beacons
import Conditions
import Formats
import Observations
import Ranging

/// One line of a replay's output.
enum ReplayLine {
    /// A condition changed.
    case event(identifier: String, ConditionTransition)
    /// Why a condition has its state.
    case explanation(identifier: String, Explanation)
    /// The nearest spot of a source changed.
    case nearest(ObservationSource, ObservationTime, NearestAnswer<String>)
    /// A beacon that was heard, at the end.
    case beacon(BeaconIdentity, measuredPower: Int8, BeaconCount)
    /// What a capture holds.
    case capture(CaptureCounts)
    /// The number of parts with one kind of damage.
    case damaged(reason: String, count: Int)
    /// How many observations were older than the newest of their source.
    case late(count: Int)
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
