/// How near a beacon is, in Core Location's steps; raw values are Core Location's.
public enum Proximity: UInt8, Hashable, Sendable {
    /// The proximity is not known.
    case unknown = 0
    /// At the receiver.
    case immediate = 1
    /// In its surroundings.
    case near = 2
    /// Within its reach.
    case far = 3
}

/// The distances at which proximity changes from one step to the next.
public struct ProximityThresholds: Hashable, Sendable {
    /// Below this distance a beacon is immediate, in metres.
    public let immediate: Double
    /// Below this distance a beacon is near, in metres.
    public let near: Double
    /// How far the distance must pass a threshold before the step changes, as a fraction of the threshold.
    public let hysteresis: Double

    /// Commonly observed values for Core Location, which documents no distances: 0.5 m and 3 m (L129).
    public static let common = ProximityThresholds(uncheckedImmediate: 0.5, near: 3, hysteresis: 0.2)

    /// Makes thresholds.
    ///
    /// - Returns: `nil` unless `0 < immediate < near`, both are finite, the hysteresis is at least 0 and
    ///   below 1, and the ranges of hysteresis around the two thresholds do not touch.
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

    /// The proximity at a distance, by the thresholds alone.
    public func proximity(metres: Double) -> Proximity {
        if metres < immediate { return .immediate }
        if metres < near { return .near }
        return metres >= near ? .far : .unknown
    }
}
