/// How far away a beacon may be, by its signal: a distance, and the factor by which that is uncertain.
///
/// The error of a distance from signal strength is a factor rather than a length: what makes 1 m out of 2 m near the
/// beacon makes 10 m out of 20 m farther off.
public struct DistanceEstimate: Hashable, Sendable {
    /// The most likely distance, in metres; above 0.
    public var metres: Double
    /// One sigma as a factor, 1 or more: two of three times the truth lies between `metres / factor` and
    /// `metres * factor`, if the model fits the place.
    public var factor: Double

    /// Makes an estimate.
    public init(metres: Double, factor: Double) {
        self.metres = metres
        self.factor = factor
    }

    /// The distances within one sigma, in metres.
    public var range: ClosedRange<Double> { metres / factor...metres * factor }

    /// One sigma towards the far side, in metres; a figure to order beacons by, not a position.
    public var accuracy: Double { metres * factor - metres }
}
