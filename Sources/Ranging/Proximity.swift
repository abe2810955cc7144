/// How near a beacon is, in the steps that Core Location has; raw values are Core Location's.
public enum Proximity: UInt8, Hashable, Sendable {
    /// Nothing is known.
    case unknown = 0
    /// At the receiver.
    case immediate = 1
    /// In its surroundings.
    case near = 2
    /// Within its reach.
    case far = 3
}

/// Where one step of proximity ends and the next begins.
public struct ProximityThresholds: Hashable, Sendable {
    /// Below this distance a beacon is immediate, in metres.
    public let immediate: Double
    /// Below this distance a beacon is near, in metres.
    public let near: Double
    /// How far past a threshold the distance must be for a change, as a part of the threshold.
    public let hysteresis: Double

    /// What is commonly observed of Core Location, which documents no distances: 0.5 m and 3 m (L129).
    public static let common = ProximityThresholds(uncheckedImmediate: 0.5, near: 3, hysteresis: 0.2)

    /// Makes thresholds.
    ///
    /// - Returns: `nil` unless `0 < immediate < near`, both are finite, the hysteresis is at least 0 and below 1, and the
    ///   two thresholds lie so far apart that their hystereses do not touch.
    public init?(immediate: Double, near: Double, hysteresis: Double) {
        guard immediate > 0, near.isFinite, (0..<1).contains(hysteresis),
            immediate * (1 + hysteresis) < near * (1 - hysteresis)
        else { return nil }
        self.init(uncheckedImmediate: immediate, near: near, hysteresis: hysteresis)
    }

    private init(uncheckedImmediate immediate: Double, near: Double, hysteresis: Double) {
        self.immediate = immediate
        self.near = near
        self.hysteresis = hysteresis
    }

    /// The proximity of a distance by the thresholds alone.
    public func proximity(metres: Double) -> Proximity {
        if metres < immediate { return .immediate }
        if metres < near { return .near }
        return metres >= near ? .far : .unknown
    }
}
