public import Conditions
public import Observations

/// A position, or why there is none (L109).
public struct LocationUpdate: Hashable, Sendable {
    /// When, in the time of the observations.
    public var time: ObservationTime
    /// Where the device is; `nil` while that is not known or not allowed.
    public var location: PositionFix?
    /// Whether the device stands still, so that nothing more comes until it moves (L108).
    public var isStationary: Bool
    /// Why there is no position, or only a coarse one; empty otherwise.
    public var diagnostics: ConditionDiagnostics

    /// Makes an update, such as a test needs.
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
    /// Whether the person refused.
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
    /// Whether it is not allowed, and the person cannot change that.
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { diagnostics.contains(.authorizationRequestInProgress) }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
    /// Whether an explicit service session is needed and none is held.
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
    /// Whether nothing measures positions at present.
    public var locationUnavailable: Bool { diagnostics.contains(.sourceUnavailable) }
}
