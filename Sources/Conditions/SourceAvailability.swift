package import Observations

/// Whether one source can report anything: its radio, and what the person allows it.
package struct SourceAvailability: Hashable, Sendable {
    private var radioTime = ObservationTime(microseconds: .min)
    private var permissionTime = ObservationTime(microseconds: .min)
    private var radio = RadioState.on
    /// What the person allows.
    package private(set) var permission = Permission.granted
    private var hasRadioTime = false
    private var hasPermissionTime = false

    /// Nothing has been said against it.
    package init() {}

    /// Whether its reports count.
    package var isAvailable: Bool { radio == .on && permission == .granted }

    /// Whether another one gives the same reasons.
    package func saysTheSame(as other: SourceAvailability) -> Bool {
        radio == other.radio && permission == other.permission
    }

    /// Why it cannot decide.
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

    /// Takes what the source says about itself, or what follows from its speaking at all.
    package mutating func observe(_ content: Observation.Content, at time: ObservationTime) {
        switch content {
        case .radio(let state):
            // Of several statements for one moment the worst holds, so that repeating one changes nothing.
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
            // A driver may go on beating with its radio off; a source that had gone cannot.
            if radio == .gone { revive(at: time) }
        }
    }

    /// A report taken after the radio went off shows that it is on again.
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
