package import Observations

/// Whether one source can report anything, by its radio and its permission.
package struct SourceAvailability: Hashable, Sendable {
    private var radioTime = ObservationTime(microseconds: .min)
    private var permissionTime = ObservationTime(microseconds: .min)
    private var radio = RadioState.on
    /// The person's permission.
    package private(set) var permission = Permission.granted
    private var hasRadioTime = false
    private var hasPermissionTime = false

    /// Starts with the radio on and the permission granted.
    package init() {}

    /// Whether its reports are used.
    package var isAvailable: Bool { radio == .on && permission == .granted }

    /// Whether another value has the same reasons.
    package func saysTheSame(as other: SourceAvailability) -> Bool {
        radio == other.radio && permission == other.permission
    }

    /// The reasons why the source cannot decide.
    package var diagnostics: ConditionDiagnostics {
        var reasons: ConditionDiagnostics = radio == .on ? [] : .sourceUnavailable
        switch permission {
        case .granted: break
        case .reducedAccuracy: reasons.insert(.accuracyLimited)
        case .undetermined: reasons.insert(.authorizationRequestInProgress)
        case .denied: reasons.insert(.authorizationDenied)
        case .deniedGlobally: reasons.insert(.authorizationDeniedGlobally)
        case .restricted: reasons.insert(.authorizationRestricted)
        }
        return reasons
    }

    /// Records the source's own statements, and the conclusions from the fact that it reports.
    package mutating func observe(_ content: Observation.Content, at time: ObservationTime) {
        switch content {
        case .radio(let state):
            // If several statements have the same time, the worst one counts, so that repeating one changes
            // nothing.
            let isWorse = hasRadioTime && time == radioTime && radio.rawValue > state.rawValue
            setRadio(isWorse ? radio : state, at: time)
        case .permission(let state):
            let isWorse =
                hasPermissionTime && time == permissionTime && permission.rawValue > state.rawValue
            permission = isWorse ? permission : state
            permissionTime = time
            hasPermissionTime = true
            if radio == .gone { revive(at: time) }
        case .position, .sighting:
            revive(at: time)
        case .elapsed:
            // A driver may continue its beat with its radio off; a source that was gone cannot.
            if radio == .gone { revive(at: time) }
        }
    }

    /// Records that the radio is on again, because a report came after it went off.
    private mutating func revive(at time: ObservationTime) {
        guard radio != .on, time > radioTime else { return }
        setRadio(.on, at: time)
    }

    private mutating func setRadio(_ state: RadioState, at time: ObservationTime) {
        radio = state
        radioTime = time
        hasRadioTime = true
    }
}
