import Numerics

/// A trial geodesic from a problem's first point to the second point's circle of latitude, and how far it
/// misses.
///
/// Equation numbers are those of Karney (2013).
struct GeodesicTrial {
    /// The length, in metres.
    let length: Double
    /// The longitude from the second point to the end of the trial in radians; positive when the trial goes
    /// too far.
    let miss: Double
    /// The derivative of the miss by the direction at the start, in radians for each radian.
    let slope: Double

    init(of problem: GeodesicProblem, leaving azimuth: Direction) {
        let (first, second) = (problem.first, problem.second)
        // The equator itself has no node to count from; a path slightly south of it has one.
        let isEquatorial = first.sine == 0 && azimuth.cosine == 0
        let start = isEquatorial ? Direction(sine: 1, cosine: -GeodesicProblem.tiny) : azimuth
        // Equations 5 and 10: the azimuth at the equator.
        let sine0 = start.sine * first.cosine
        let cosine0 = hypotenuse(start.cosine, start.sine * first.sine)
        let end = problem.azimuthAtEnd(ofTrialLeaving: start)
        // Equations 11 and 12: arcs from the node on the auxiliary sphere, and longitudes there.
        let arc1 = Direction(towards: start.cosine * first.cosine, first.sine)
        let arc2 = Direction(towards: end * second.cosine, second.sine)
        let arc = arc1.angle(to: arc2)
        let longitude1 = Direction(sine: sine0 * first.sine, cosine: start.cosine * first.cosine)
        let longitude2 = Direction(sine: sine0 * second.sine, cosine: end * second.cosine)
        let covered = longitude1.difference(to: longitude2)
        let target = problem.longitude
        let sphericalMiss = Elementary.arcTangent(
            covered.sine * target.cosine - covered.cosine * target.sine,
            covered.cosine * target.cosine + covered.sine * target.sine)
        // Equations 8 and 23: the ellipsoidal correction.
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosine0)
        miss =
            sphericalMiss - WorldGeodeticSystem.flattening * series.longitudeScale * sine0
            * (arc + series.longitude.change(from: arc1, to: arc2))
        // Equations 7 and 15.
        let reach = series.distanceScale * (arc + series.distance.change(from: arc1, to: arc2))
        length = WorldGeodeticSystem.polarRadius * reach
        guard end > 0 else {
            slope = -2 * WorldGeodeticSystem.axisRatio * first.stretch / first.sine
            return
        }
        // Equations 38 and 40 for the reduced length, and 46 for the slope.
        let difference =
            reach
            - series.reducedLengthScale * (arc + series.reducedLength.change(from: arc1, to: arc2))
        let reducedLength =
            second.stretch * (arc1.cosine * arc2.sine) - first.stretch * (arc1.sine * arc2.cosine)
            - arc1.cosine * arc2.cosine * difference
        slope = reducedLength * WorldGeodeticSystem.axisRatio / (end * second.cosine)
    }
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
