import Numerics

extension Coordinate {
    /// The length of the shortest path to another place along the surface of WGS 84, in metres.
    ///
    /// The error is below a hundredth of a millimetre for any two places, including antipodes and poles. The
    /// result is the same in both directions, and its bits are the same on every platform. Heights are
    /// ignored.
    ///
    /// - Complexity: About 3 evaluations of the series of Karney (2013), and up to 50 between antipodes. No
    ///   allocation.
    public func distance(to other: Coordinate) -> Double {
        let difference = longitudeDifference(to: other)
        let (here, there) = (latitude.nearlyZeroAsZero, other.latitude.nearlyZeroAsZero)
        let farther = here.magnitude >= there.magnitude ? here : there
        let nearer = here.magnitude >= there.magnitude ? there : here
        let southern = -farther.magnitude
        let second = farther > 0 ? -nearer : nearer
        if southern == second, difference.degrees == 0, difference.rest == 0 { return 0 }
        let longitude = Direction(degrees: difference.degrees).turnedALittle(byDegrees: difference.rest)
        if southern == -90 || longitude.sine == 0 {
            return meridianDistance(from: southern, to: second, isOpposite: longitude.cosine < 0)
        }
        if southern == 0 {
            let radians = Elementary.arcTangent(longitude.sine, longitude.cosine)
            // For places farther apart on the equator, the path over higher latitudes is shorter.
            if radians <= WorldGeodeticSystem.axisRatio * .pi {
                return WorldGeodeticSystem.equatorialRadius * radians
            }
        }
        return GeodesicProblem(southern: southern, other: second, longitude: longitude).length
    }

    /// The difference of the longitudes, 0 to 180 degrees, and its rounding error.
    private func longitudeDifference(to other: Coordinate) -> (degrees: Double, rest: Double) {
        let east = max(longitude, other.longitude)
        let west = min(longitude, other.longitude)
        let rounded = east - west
        let part = rounded - east
        let rest = (east - (rounded - part)) - (west + part)
        // Subtracting a number between 180 and 360 from 360 is exact.
        return rounded > 180 ? (360 - rounded, -rest) : (rounded.nearlyZeroAsZero, rest.nearlyZeroAsZero)
    }

    /// The path along a meridian, over the pole if the other point is on the opposite meridian.
    private func meridianDistance(from southern: Double, to other: Double, isOpposite: Bool) -> Double {
        let first = ReducedLatitude(degrees: southern)
        let second = ReducedLatitude(degrees: other)
        let arc1 = Direction(sine: first.sine, cosine: isOpposite ? -first.cosine : first.cosine)
        let arc2 = Direction(sine: second.sine, cosine: second.cosine)
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: 1)
        return WorldGeodeticSystem.polarRadius * series.distanceScale
            * (arc1.angle(to: arc2) + series.distance.change(from: arc1, to: arc2))
    }
}

extension Direction {
    /// The angle plus the rounding error; a result above half a turn is reflected to the other direction.
    fileprivate func turnedALittle(byDegrees degrees: Double) -> Direction {
        guard degrees != 0 else { return self }
        let turned = turned(by: Direction(sine: Angle(degrees: degrees).radians, cosine: 1))
        return Direction(sine: turned.sine.magnitude, cosine: turned.cosine)
    }
}

extension Double {
    /// Zero for degrees below a millionth of a micrometre, whose squares could underflow.
    fileprivate var nearlyZeroAsZero: Double { magnitude < 0x1p-60 ? 0 : self }
}
