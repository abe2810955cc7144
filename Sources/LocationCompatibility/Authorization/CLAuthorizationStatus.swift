import Authorization

/// The program's authorisation status.
public enum CLAuthorizationStatus: Int32, Hashable, Sendable {
    /// The person has not been asked, or a grant for once has expired.
    case notDetermined = 0
    /// Not allowed, and the person cannot change it.
    case restricted = 1
    /// The person refused, or location is switched off for the whole device (L90).
    case denied = 2
    /// Allowed even while the program is not in use.
    case authorizedAlways = 3
    /// Allowed while the program is in use.
    case authorizedWhenInUse = 4

    init(_ status: AuthorizationStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .authorizedAlways: self = .authorizedAlways
        case .authorizedWhenInUse: self = .authorizedWhenInUse
        }
    }
}

extension AuthorizationStatus {
    /// Whether the person or someone else refused.
    var isRefusal: Bool { self == .denied || self == .restricted }
}
