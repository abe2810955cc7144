public import Geodesy

/// The surface with the places and circles of a ``FenceTable``: the ground, or a plane.
///
/// It maps places to points in space, so that distances in space are bounds for distances on the surface. It
/// also decides the cases that distances in space leave open.
public protocol FenceSurface: Sendable {
    /// A place of a device.
    associatedtype Place: Sendable
    /// An area that a device can enter and leave.
    associatedtype Area: Sendable

    /// Any place, for devices without a place.
    static var origin: Place { get }
    /// Maps a place to space; two points are never farther apart than their places along the surface.
    static func point(of place: Place) -> SIMD3<Double>
    /// The shell in space that contains the border of an area.
    static func shell(of area: Area) -> SphericalShell
    /// Whether a place within the shell of an area is inside or on the border; the decision is exact.
    static func contains(_ area: Area, _ place: Place) -> Bool
    /// An upper bound of the squared distance along the surface between two places, in square metres.
    static func squaredDistanceBound(from place: Place, to other: Place) -> Double
    /// Moves the middle of a cube of space to the nearby surface.
    static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double>
}

/// The surface of WGS 84, with its circles.
public enum Ground: FenceSurface {
    /// The point where the equator meets the meridian of Greenwich.
    public static var origin: Coordinate { .origin }

    /// The point in space.
    public static func point(of place: Coordinate) -> SIMD3<Double> { place.positionInSpace }

    /// The circle's shell.
    public static func shell(of area: Circle) -> SphericalShell { area.shell }

    /// Whether the distance is at most the radius.
    public static func contains(_ area: Circle, _ place: Coordinate) -> Bool {
        area.center.distance(to: place) <= area.radius
    }

    /// The bound that needs no elementary functions.
    public static func squaredDistanceBound(from place: Coordinate, to other: Coordinate) -> Double {
        place.squaredDistanceBound(to: other)
    }

    /// The middle itself, because the surface can be anywhere.
    public static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double> { middle }
}

/// A plane in metres, for a building or for comparisons with programs that use planes.
public enum Plane: FenceSurface {
    /// A point of the plane; its coordinates are smaller than `ShellIndex/extent`.
    public struct Place: Hashable, Sendable {
        /// Metres to the right.
        public let x: Double
        /// Metres upwards.
        public let y: Double

        /// Makes a point; `nil` when a number is not finite or too large.
        public init?(x: Double, y: Double) {
            // Comparisons with NaN are false.
            guard x.magnitude < ShellIndex.extent, y.magnitude < ShellIndex.extent else { return nil }
            self.init(x, y)
        }

        fileprivate init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A circle of the plane.
    public struct Area: Hashable, Sendable {
        /// The centre.
        public let center: Place
        /// The radius, in metres.
        public let radius: Double

        /// Makes a circle; `nil` when the radius is not finite or not positive.
        public init?(center: Place, radius: Double) {
            guard radius > 0, radius < .infinity else { return nil }
            (self.center, self.radius) = (center, radius)
        }
    }

    /// The point (0, 0).
    public static var origin: Place { Place(0, 0) }

    /// The point, with the height 0.
    public static func point(of place: Place) -> SIMD3<Double> { SIMD3(place.x, place.y, 0) }

    /// A shell without thickness: the squared distances decide.
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

    /// The middle of the part of the cube that is in the plane.
    public static func middle(ofCube middle: SIMD3<Double>) -> SIMD3<Double> { SIMD3(middle.x, middle.y, 0) }
}
