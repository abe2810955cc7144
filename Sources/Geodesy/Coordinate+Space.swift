import Numerics

extension Coordinate {
    /// Where the equator meets the meridian of Greenwich.
    public static let origin = Coordinate(radiansNorth: 0, east: 0)

    /// The point in space, in metres from the middle of the Earth: towards longitude 0 on the equator, towards longitude
    /// 90 on the equator, towards the north pole.
    ///
    /// It is right to some nanometres and has the same bits on every platform. The straight line between two such points
    /// is never longer than the way along the ground.
    public var positionInSpace: SIMD3<Double> {
        let vertical = Angle(degrees: latitude).sineAndCosine
        let around = Angle(degrees: longitude).sineAndCosine
        let ratio = WorldGeodeticSystem.axisRatio
        let bend = (vertical.cosine * vertical.cosine + ratio * ratio * vertical.sine * vertical.sine)
            .squareRoot()
        let radius = WorldGeodeticSystem.equatorialRadius / bend
        let fromAxis = radius * vertical.cosine
        return SIMD3(
            fromAxis * around.cosine, fromAxis * around.sine, radius * ratio * ratio * vertical.sine)
    }

    /// At least the square of the metres along the ground to another place, and for places near each other little more.
    ///
    /// It is cheap: no elementary function. Across the meridian of 180 degrees it takes the way round the Earth.
    @inlinable
    public func squaredDistanceBound(to other: Coordinate) -> Double {
        let north = other.latitude - latitude
        let nearestToEquator =
            (latitude < 0) == (other.latitude < 0) ? min(latitude.magnitude, other.latitude.magnitude) : 0
        let radians = nearestToEquator * 0.017453292519943295
        let square = radians * radians
        // More than the cosine, by the next term of its series.
        let cosine = 1 - square / 2 + square * square / 24
        let east = (other.longitude - longitude) * cosine
        return (north * north + east * east) * Self.largestSquareOfDegree
    }

    /// The square of the metres of a degree, were the Earth everywhere as flat as at a pole, and a little more for what
    /// rounding loses.
    @usableFromInline static let largestSquareOfDegree = 111_694.1 * 111_694.1
}
