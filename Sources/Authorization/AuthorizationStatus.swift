/// What the person allows the program; raw values are Core Location's.
public enum AuthorizationStatus: UInt8, Hashable, Sendable {
    /// The person has not been asked, or what was allowed once has lapsed.
    case notDetermined = 0
    /// Not allowed, and the person cannot change it.
    case restricted = 1
    /// The person refused, or location is switched off for the whole device (L90).
    case denied = 2
    /// Allowed also while the program is not in use.
    case authorizedAlways = 3
    /// Allowed while the program is in use; for good or once; a program cannot know which (L91).
    case authorizedWhenInUse = 4

    /// Whether anything is allowed.
    public var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// How exactly the program may know positions; raw values are Core Location's.
public enum AccuracyAuthorization: UInt8, Hashable, Sendable {
    /// As exactly as they are measured.
    case fullAccuracy = 0
    /// Only coarsely: conditions are not decided and beacons are not ranged then (L95).
    case reducedAccuracy = 1
}

/// What is allowed at a moment.
public struct AuthorizationState: Hashable, Sendable {
    /// What the person allows.
    public var status: AuthorizationStatus
    /// How exactly.
    public var accuracy: AccuracyAuthorization

    /// Makes a state of its two parts.
    public init(status: AuthorizationStatus, accuracy: AccuracyAuthorization) {
        self.status = status
        self.accuracy = accuracy
    }
}
