import Numerics

extension Coordinate {
    /// Where the equator meets the meridian of Greenwich.
    public static let origin = Coordinate(radiansNorth: 0, east: 0)

    /// The point in space, in metres from the Earth's centre.
    ///
    /// The axes point to longitude 0 on the equator, to longitude 90 on the equator, and to the north pole.
    /// The error is some nanometres, and the bits are the same on every platform. The straight line between
    /// two such points is never longer than the path along the ground.
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

    /// An upper bound for the square of the distance along the ground, in square metres, and tight for nearby
    /// places.
    ///
    /// It is cheap, because it needs no elementary function. It never crosses the meridian of 180 degrees:
    /// there it measures the long way round the Earth.
    @inlinable
    public func squaredDistanceBound(to other: Coordinate) -> Double {
        let north = other.latitude - latitude
        let nearestToEquator =
            (latitude < 0) == (other.latitude < 0) ? min(latitude.magnitude, other.latitude.magnitude) : 0
        let radians = nearestToEquator * 0.017453292519943295
        let square = radians * radians
        // An upper bound of the cosine, by the next term of its series.
        let cosine = 1 - square / 2 + square * square / 24
        let east = (other.longitude - longitude) * cosine
        return (north * north + east * east) * Self.largestSquareOfDegree
    }

    /// The square of the metres for each degree if the Earth were as flat as at a pole everywhere, plus a
    /// margin for rounding.
    @usableFromInline static let largestSquareOfDegree = 111_694.1 * 111_694.1
}
