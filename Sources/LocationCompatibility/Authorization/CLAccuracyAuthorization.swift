import Authorization

/// The accuracy of the positions that the program may use.
public enum CLAccuracyAuthorization: Int, Hashable, Sendable {
    /// Positions as they are measured.
    case fullAccuracy = 0
    /// Coarse positions only: regions are not monitored and beacons are not ranged (L95).
    case reducedAccuracy = 1

    init(_ accuracy: AccuracyAuthorization) {
        switch accuracy {
        case .fullAccuracy: self = .fullAccuracy
        case .reducedAccuracy: self = .reducedAccuracy
        }
    }
}
