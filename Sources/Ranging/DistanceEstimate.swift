/// The distance of a beacon as estimated from its signal, with the factor of its uncertainty.
///
/// The error of such a distance is a factor instead of a length: a signal that turns 2 m near the beacon into
/// 1 m turns 20 m into 10 m.
public struct DistanceEstimate: Hashable, Sendable {
    /// The most likely distance, in metres; above 0.
    public var metres: Double
    /// One sigma as a factor, 1 or more.
    ///
    /// If the model fits the place, the true distance lies between `metres / factor` and `metres * factor` in
    /// two of three cases.
    public var factor: Double

    /// Makes an estimate.
    public init(metres: Double, factor: Double) {
        self.metres = metres
        self.factor = factor
    }

    /// The distances within one sigma, in metres.
    public var range: ClosedRange<Double> { metres / factor...metres * factor }

    /// One sigma towards the far side, in metres; use it to order beacons, not as a position.
    public var accuracy: Double { metres * factor - metres }
}
