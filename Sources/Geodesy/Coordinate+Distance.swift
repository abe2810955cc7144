import Numerics

extension Coordinate {
    /// The length of the shortest way to another place along the surface of WGS 84, in metres.
    ///
    /// It is right to a hundredth of a millimetre between any two places, antipodes and poles included; the same in both
    /// directions; and has the same bits on every platform. Heights do not count.
    ///
    /// - Complexity: Some 3 evaluations of the series of Karney (2013), and up to 50 between antipodes. No allocation.
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
            // Farther round the equator the way over higher latitudes is shorter.
            if radians <= WorldGeodeticSystem.axisRatio * .pi {
                return WorldGeodeticSystem.equatorialRadius * radians
            }
        }
        return GeodesicProblem(southern: southern, other: second, longitude: longitude).length
    }

    /// The difference of the longitudes, 0 to 180 degrees, and what its rounding lost.
    private func longitudeDifference(to other: Coordinate) -> (degrees: Double, rest: Double) {
        let east = max(longitude, other.longitude)
        let west = min(longitude, other.longitude)
        let rounded = east - west
        let part = rounded - east
        let rest = (east - (rounded - part)) - (west + part)
        // 360 less a number from 180 to 360 is exact.
        return rounded > 180 ? (360 - rounded, -rest) : (rounded.nearlyZeroAsZero, rest.nearlyZeroAsZero)
    }

    /// The way along a meridian, over the pole where the other point is on the opposite one.
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
    /// The angle and what its rounding lost; half a turn and a little more is that much less the other way round.
    fileprivate func turnedALittle(byDegrees degrees: Double) -> Direction {
        guard degrees != 0 else { return self }
        let turned = turned(by: Direction(sine: Angle(degrees: degrees).radians, cosine: 1))
        return Direction(sine: turned.sine.magnitude, cosine: turned.cosine)
    }
}

extension Double {
    /// Zero for degrees of less than a millionth of a micrometre, whose squares could vanish.
    fileprivate var nearlyZeroAsZero: Double { magnitude < 0x1p-60 ? 0 : self }
}
