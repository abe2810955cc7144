/// The program's authorisation status; raw values are Core Location's.
public enum AuthorizationStatus: UInt8, Hashable, Sendable {
    /// The person has not been asked, or a grant for once has expired.
    case notDetermined = 0
    /// Not allowed, and the person cannot change it.
    case restricted = 1
    /// The person refused, or location is switched off for the whole device (L90).
    case denied = 2
    /// Allowed even while the program is not in use.
    case authorizedAlways = 3
    /// Allowed while the program is in use, permanently or once; a program cannot know which (L91).
    case authorizedWhenInUse = 4

    /// Whether anything is allowed.
    public var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// The accuracy of the positions that the program may use; raw values are Core Location's.
public enum AccuracyAuthorization: UInt8, Hashable, Sendable {
    /// Positions as they are measured.
    case fullAccuracy = 0
    /// Coarse positions only: conditions are not decided and beacons are not ranged (L95).
    case reducedAccuracy = 1
}

/// The authorisation at a moment.
public struct AuthorizationState: Hashable, Sendable {
    /// The status.
    public var status: AuthorizationStatus
    /// The accuracy.
    public var accuracy: AccuracyAuthorization

    /// Makes a state from its two parts.
    public init(status: AuthorizationStatus, accuracy: AccuracyAuthorization) {
        self.status = status
        self.accuracy = accuracy
    }
}
