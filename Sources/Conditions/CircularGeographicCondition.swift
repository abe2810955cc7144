public import Geodesy

/// A circle on the ground.
public struct CircularGeographicCondition: Hashable, Sendable {
    /// The centre of the circle.
    public let center: Coordinate
    /// The radius along the ground, in metres; above 0 and at most ``largestRadius``.
    public let radius: Double

    /// Half the length of the equator in metres; no two places are farther apart.
    public static let largestRadius = 20_037_508.342789244

    /// Makes a circle.
    ///
    /// - Throws: ``ConditionError/radiusOutOfRange`` for a radius that is not finite, not positive, or above
    ///   ``largestRadius``. No radius is silently reduced (LD7).
    public init(center: Coordinate, radius: Double) throws(ConditionError) {
        guard radius > 0, radius <= Self.largestRadius else { throw .radiusOutOfRange }
        self.center = center
        self.radius = radius
    }
}
