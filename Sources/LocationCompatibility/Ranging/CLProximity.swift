import Ranging

/// How near a beacon is.
public enum CLProximity: Int, Hashable, Sendable {
    /// The proximity is not known.
    case unknown = 0
    /// At the device.
    case immediate = 1
    /// In its surroundings.
    case near = 2
    /// Within its reach.
    case far = 3

    init(_ proximity: Proximity) {
        switch proximity {
        case .unknown: self = .unknown
        case .immediate: self = .immediate
        case .near: self = .near
        case .far: self = .far
        }
    }
}
