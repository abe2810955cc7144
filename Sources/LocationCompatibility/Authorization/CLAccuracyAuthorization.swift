import Authorization

/// How exactly the program may know positions.
public enum CLAccuracyAuthorization: Int, Hashable, Sendable {
    /// As exactly as they are measured.
    case fullAccuracy = 0
    /// Only coarsely: regions are not monitored and beacons are not ranged then (L95).
    case reducedAccuracy = 1

    init(_ accuracy: AccuracyAuthorization) {
        switch accuracy {
        case .fullAccuracy: self = .fullAccuracy
        case .reducedAccuracy: self = .reducedAccuracy
        }
    }
}
