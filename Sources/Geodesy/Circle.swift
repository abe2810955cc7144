import Numerics

/// A circle on the ground: the places within a radius of its centre, measured along the surface of WGS 84.
///
/// Every value of this type has a finite, positive radius.
public struct Circle: Hashable, Sendable {
    /// The centre of the circle.
    public let center: Coordinate
    /// The radius along the ground, in metres; above 0 and at most ``largestRadius``.
    public let radius: Double

    /// Half the length of the equator in metres; no two places are farther apart.
    public static let largestRadius = 20_037_508.342789244

    /// Makes a circle; `nil` when the radius is not finite, not positive or above ``largestRadius``.
    public init?(center: Coordinate, radius: Double) {
        guard radius > 0, radius <= Self.largestRadius else { return nil }
        self.center = center
        self.radius = radius
    }

    /// Makes a circle that contains a shape with these corners; `nil` without corners.
    ///
    /// An edge of the shape may deviate from the shortest path between its ends, by at most half the length
    /// of that path. The circle is not the smallest possible one.
    public init?(enclosing corners: [Coordinate]) {
        guard let first = corners.first else { return nil }
        let farthest = corners.map { first.distance(to: $0) }.max() ?? 0
        center = first
        // The interior of a shape as large as a continent may lie on the far side of its border.
        radius = farthest > 5_000_000 ? Self.largestRadius : max(2 * farthest, 1)
    }

    /// Whether a place is in the circle or on its border.
    ///
    /// - Complexity: Two conversions to space. It also needs ``Coordinate/distance(to:)`` for places very
    ///   near the border: within some micrometres for a radius of some kilometres, within some metres for 200
    ///   km.
    public func contains(_ place: Coordinate) -> Bool {
        let shell = shell
        let distance = shell.squaredDistance(to: place.positionInSpace).squareRoot()
        if distance <= shell.inner { return true }
        if distance > shell.outer { return false }
        return center.distance(to: place) <= radius
    }

    /// The shell in space that contains the border.
    ///
    /// Let R be the Earth's smallest radius of curvature. Plane sections through the Earth's centre are
    /// ellipses that nowhere bend more than a circle of radius R. So a straight line of 2R sin(r/2R) spans at
    /// most r metres of ground (Schur's theorem). In the other direction, r metres of ground are at least as
    /// long as their straight line. They are at most r/b radians on the auxiliary sphere, which maps to the
    /// ellipsoid with the axes a and b.
    public var shell: SphericalShell {
        let tightest = WorldGeodeticSystem.polarRadius * WorldGeodeticSystem.axisRatio
        let inner = 2 * tightest * Elementary.sine(min(radius / (2 * tightest), .pi / 2))
        let angle = min(radius / (2 * WorldGeodeticSystem.polarRadius), .pi / 2)
        let outer = min(radius, 2 * WorldGeodeticSystem.equatorialRadius * Elementary.sine(angle))
        return SphericalShell(
            center: center.positionInSpace, inner: inner - Self.slack, outer: outer + Self.slack)
    }

    /// More than the error of conversions to space and of ``Coordinate/distance(to:)``, in metres.
    private static let slack = 2e-5
}
