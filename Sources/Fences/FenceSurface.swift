public import Geodesy

/// What places and circles a ``FenceTable`` is about: the ground, or a plane.
///
/// It says where places lie in space, so that distances in space bound those on the surface, and decides what distances
/// in space leave open.
public protocol FenceSurface: Sendable {
    /// Where a device is.
    associatedtype Place: Sendable
    /// What a device enters and leaves.
    associatedtype Area: Sendable

    /// Some place, for devices that are nowhere yet.
    static var origin: Place { get }
    /// A point in space that is no farther from another one than their places are along the surface.
    static func point(of place: Place) -> SIMD3<Double>
    /// The shell in space that holds the border of an area.
    static func shell(of area: Area) -> SphericalShell
    /// Whether a place that lies within the shell of an area is inside; decides exactly, the border included.
    static func contains(_ area: Area, _ place: Place) -> Bool
    /// At least the square of the metres along the surface between two places.
    static func squaredDistanceBound(from place: Place, to other: Place) -> Double
    /// Moves the middle of a cube of space to where the surface is near it.
    static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double>
}

/// The surface of WGS 84, with its circles.
public enum Ground: FenceSurface {
    /// Where the equator meets the meridian of Greenwich.
    public static var origin: Coordinate { .origin }

    /// The point in space.
    public static func point(of place: Coordinate) -> SIMD3<Double> { place.positionInSpace }

    /// The circle's shell.
    public static func shell(of area: Circle) -> SphericalShell { area.shell }

    /// Whether the distance is at most the radius.
    public static func contains(_ area: Circle, _ place: Coordinate) -> Bool {
        area.center.distance(to: place) <= area.radius
    }

    /// The bound without elementary functions.
    public static func squaredDistanceBound(from place: Coordinate, to other: Coordinate) -> Double {
        place.squaredDistanceBound(to: other)
    }

    /// The middle itself: the surface is everywhere.
    public static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double> { middle }
}

/// A plane in metres: a building, or a comparison with what computes on planes.
public enum Plane: FenceSurface {
    /// A point of the plane, less than `ShellIndex/extent` from its axes.
    public struct Place: Hashable, Sendable {
        /// Metres to the right.
        public let x: Double
        /// Metres upwards.
        public let y: Double

        /// Makes a point, or nothing when a number is not finite or too large.
        public init?(x: Double, y: Double) {
            // Comparisons with NaN are false.
            guard x.magnitude < ShellIndex.extent, y.magnitude < ShellIndex.extent else { return nil }
            self.init(x, y)
        }

        fileprivate init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A circle of the plane.
    public struct Area: Hashable, Sendable {
        /// The middle.
        public let center: Place
        /// The radius, in metres.
        public let radius: Double

        /// Makes a circle, or nothing when the radius is not finite or not positive.
        public init?(center: Place, radius: Double) {
            guard radius > 0, radius < .infinity else { return nil }
            (self.center, self.radius) = (center, radius)
        }
    }

    /// The point from which all are measured.
    public static var origin: Place { Place(0, 0) }

    /// The point, with nothing above it.
    public static func point(of place: Place) -> SIMD3<Double> { SIMD3(place.x, place.y, 0) }

    /// A shell without thickness: the squares decide.
    public static func shell(of area: Area) -> SphericalShell {
        SphericalShell(center: point(of: area.center), inner: area.radius, outer: area.radius)
    }

    /// Whether the square of the distance is at most the square of the radius.
    public static func contains(_ area: Area, _ place: Place) -> Bool {
        shell(of: area).squaredDistance(to: point(of: place)) <= area.radius * area.radius
    }

    /// The square of the distance.
    public static func squaredDistanceBound(from place: Place, to other: Place) -> Double {
        let x = place.x - other.x
        let y = place.y - other.y
        return x * x + y * y
    }

    /// The middle of that part of the cube which is in the plane.
    public static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double> { SIMD3(middle.x, middle.y, 0) }
}
