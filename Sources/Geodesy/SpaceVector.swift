import Numerics

/// A vector from the centre of the auxiliary sphere.
///
/// The sphere uses the reduced latitude. The ellipsoid is the sphere compressed along its axis, so planes
/// through the centre are the same for both. Places are on a grid of integers, so tests of sides are exact. A
/// step of the grid is 2⁻⁴¹ of the radius, 2.9 µm on the ground.
struct SpaceVector {
    var x: Double
    var y: Double
    var z: Double

    /// The radius of the sphere in steps of the grid.
    static let radius = 0x1p41

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The point of the grid that is nearest to a place.
    init(_ place: Coordinate) {
        let latitude = Direction(degrees: place.latitude)
        let reduced = Direction(
            towards: latitude.cosine, latitude.sine * WorldGeodeticSystem.axisRatio)
        let longitude = Direction(degrees: place.longitude)
        x = Self.onGrid(reduced.cosine * longitude.cosine)
        y = Self.onGrid(reduced.cosine * longitude.sine)
        z = Self.onGrid(reduced.sine)
    }

    private static func onGrid(_ part: Double) -> Double {
        let steps = part * radius
        return Double(Int64(steps < 0 ? steps - 0.5 : steps + 0.5))
    }

    /// The place on the ground that the vector points to.
    var coordinate: Coordinate {
        let width = (x * x + y * y).squareRoot()
        return Coordinate(
            radiansNorth: Elementary.arcTangent(z, width * WorldGeodeticSystem.axisRatio),
            east: Elementary.arcTangent(y, x))
    }

    var squaredLength: Double { dot(self) }

    static func * (factor: Double, vector: SpaceVector) -> SpaceVector {
        SpaceVector(x: factor * vector.x, y: factor * vector.y, z: factor * vector.z)
    }

    static func + (left: SpaceVector, right: SpaceVector) -> SpaceVector {
        SpaceVector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: SpaceVector, right: SpaceVector) -> SpaceVector {
        SpaceVector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: SpaceVector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: SpaceVector) -> SpaceVector {
        SpaceVector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
}
