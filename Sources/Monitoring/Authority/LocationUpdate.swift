public import Conditions
public import Observations

/// A position, or the reason why there is none (L109).
public struct LocationUpdate: Hashable, Sendable {
    /// The time, in the time of the observations.
    public var time: ObservationTime
    /// The device's position; `nil` while it is unknown or not allowed.
    public var location: PositionFix?
    /// Whether the device stands still; the next update comes when it moves (L108).
    public var isStationary: Bool
    /// The reasons why there is no position, or only a coarse one; empty otherwise.
    public var diagnostics: ConditionDiagnostics

    /// Makes an update, for example for a test.
    public init(
        at time: ObservationTime, location: PositionFix?, isStationary: Bool = false,
        diagnostics: ConditionDiagnostics = []
    ) {
        self.time = time
        self.location = location
        self.isStationary = isStationary
        self.diagnostics = diagnostics
    }
}

extension LocationUpdate {
    /// Whether only coarse positions are allowed.
    public var accuracyLimited: Bool { diagnostics.contains(.accuracyLimited) }
    /// Whether the person refused permission.
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
    /// Whether location is forbidden, and the person cannot change that.
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { diagnostics.contains(.authorizationRequestInProgress) }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
    /// Whether an explicit service session is required, but none is held.
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
    /// Whether no source measures positions at present.
    public var locationUnavailable: Bool { diagnostics.contains(.sourceUnavailable) }
}
