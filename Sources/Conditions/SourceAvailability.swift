import Observations

/// Whether one source can tell anything: its radio, and what the person allows it.
struct SourceAvailability: Hashable {
    private var radio = RadioState.on
    private var radioTime: ObservationTime?
    private(set) var permission = Permission.granted
    private var permissionTime: ObservationTime?

    /// Whether its reports count.
    var isAvailable: Bool { radio == .on && permission == .granted }

    /// Whether its radio is off or it has gone.
    var radioState: RadioState { radio }

    /// Why it cannot tell.
    var diagnostics: ConditionDiagnostics {
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
    mutating func observe(_ content: Observation.Content, at time: ObservationTime) {
        switch content {
        case .radio(let state):
            // Of several statements for one moment the worst holds, so that repeating one changes nothing.
            radio = time == radioTime && radio.rawValue > state.rawValue ? radio : state
            radioTime = time
        case .permission(let state):
            permission = time == permissionTime && permission.rawValue > state.rawValue ? permission : state
            permissionTime = time
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
        guard radio != .on, let radioTime, time > radioTime else { return }
        radio = .on
        self.radioTime = time
    }
}
