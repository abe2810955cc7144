import Numerics

/// A circle on the ground: the places that are at most a radius away from its centre along the surface of WGS 84.
///
/// Every value of this type has a finite, positive radius.
public struct Circle: Hashable, Sendable {
    /// The middle of the circle.
    public let center: Coordinate
    /// The radius along the ground, in metres; above 0, at most ``largestRadius``.
    public let radius: Double

    /// Half the equator in metres: no two places are farther apart.
    public static let largestRadius = 20_037_508.342789244

    /// Makes a circle, or nothing when the radius is not finite, not positive or above ``largestRadius``.
    public init?(center: Coordinate, radius: Double) {
        guard radius > 0, radius <= Self.largestRadius else { return nil }
        self.center = center
        self.radius = radius
    }

    /// Makes a circle that holds a shape with these corners, or nothing without a corner.
    ///
    /// The shape may have any edges that stray from the shortest way between their corners by at most half of its length.
    /// The circle is not the smallest one.
    public init?(enclosing corners: [Coordinate]) {
        guard let first = corners.first else { return nil }
        let farthest = corners.map { first.distance(to: $0) }.max() ?? 0
        center = first
        // A shape of continents may lie on the far side of its border.
        radius = farthest > 5_000_000 ? Self.largestRadius : max(2 * farthest, 1)
    }

    /// Whether a place is in the circle; on the border it is.
    ///
    /// - Complexity: Two conversions to space, and ``Coordinate/distance(to:)`` for places within some micrometres of the
    ///   border of a circle of some kilometres, or some metres of one of 200 km.
    public func contains(_ place: Coordinate) -> Bool {
        let shell = shell
        let distance = shell.squaredDistance(to: place.positionInSpace).squareRoot()
        if distance <= shell.inner { return true }
        if distance > shell.outer { return false }
        return center.distance(to: place) <= radius
    }

    /// The shell in space that holds the border.
    ///
    /// With the Earth's smallest radius of curvature R, a straight line of 2R sin(r/2R) spans at most r metres of ground:
    /// a plane section through the middle has an ellipse that nowhere bends more than that (Schur's theorem). And r metres
    /// of ground are at least as long as their straight line, and at most r/b radians of the sphere whose image is the ellipsoid,
    /// with its axes a and b, is the image.
    public var shell: SphericalShell {
        let tightest = WorldGeodeticSystem.polarRadius * WorldGeodeticSystem.axisRatio
        let inner = 2 * tightest * Elementary.sine(min(radius / (2 * tightest), .pi / 2))
        let angle = min(radius / (2 * WorldGeodeticSystem.polarRadius), .pi / 2)
        let outer = min(radius, 2 * WorldGeodeticSystem.equatorialRadius * Elementary.sine(angle))
        return SphericalShell(
            center: center.positionInSpace, inner: inner - Self.slack, outer: outer + Self.slack)
    }

    /// More than conversions to space and ``Coordinate/distance(to:)`` can be wrong, in metres.
    private static let slack = 2e-5
}
