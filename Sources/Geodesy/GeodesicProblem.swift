import Numerics

/// Two points, turned and mirrored into the standard position for finding the shortest path between them.
///
/// The first point lies on or south of the equator, no nearer to it than the second. The second lies east of
/// the first. Then the azimuth at which the shortest path begins is the only root of one function.
///
/// The method is in section 4 of C. F. F. Karney, *Algorithms for geodesics*, Journal of Geodesy 87 (2013).
/// Two bounds always enclose the root, so the search finds it for every pair of points, antipodes included.
struct GeodesicProblem {
    /// The first point's reduced latitude.
    let first: ReducedLatitude
    /// The second point's reduced latitude.
    private(set) var second: ReducedLatitude
    /// The difference of the longitudes, 0 to π.
    let longitude: Direction

    /// Makes the problem for points that lie neither on one meridian nor close to each other on the equator.
    init(southern: Double, other: Double, longitude: Direction) {
        first = ReducedLatitude(degrees: southern)
        second = ReducedLatitude(degrees: other)
        self.longitude = longitude
        // Rounding must not put the second point nearer to a pole than the first.
        if first.cosine < -first.sine {
            if second.cosine == first.cosine { second.sine = second.sine < 0 ? first.sine : -first.sine }
        } else if second.sine.magnitude == -first.sine {
            second.cosine = first.cosine
        }
    }

    /// The length of the shortest path, in metres.
    var length: Double {
        var start = firstGuess
        var low = Direction(sine: Self.tiny, cosine: 1)
        var high = Direction(sine: Self.tiny, cosine: -1)
        var trial = GeodesicTrial(of: self, leaving: start)
        for _ in 0..<Self.mostTrials where trial.miss.magnitude > Self.precision {
            if trial.miss > 0 {
                if start.cotangent > high.cotangent { high = start }
            } else if start.cotangent < low.cotangent {
                low = start
            }
            if let next = newtonStep(from: start, trial: trial, low: low, high: high) {
                start = next
            } else if trial.miss.magnitude < Self.lastResort {
                break
            } else {
                start = Direction(towards: (low.cosine + high.cosine) / 2, (low.sine + high.sine) / 2)
            }
            trial = GeodesicTrial(of: self, leaving: start)
        }
        return trial.length
    }

    /// The cosine of the azimuth at the second point's circle of latitude: equation 45.
    func azimuthAtEnd(ofTrialLeaving start: Direction) -> Double {
        guard second.cosine != first.cosine || second.sine.magnitude != -first.sine else {
            return start.cosine.magnitude
        }
        let northward = start.cosine * first.cosine
        // The difference of the squared sines or cosines, whichever are smaller.
        let difference =
            first.cosine < -first.sine
            ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
            : (first.sine - second.sine) * (first.sine + second.sine)
        return max(0, northward * northward + difference).squareRoot() / second.cosine
    }

    /// The direction on a sphere, with the difference of the longitudes stretched for the middle latitude.
    private var firstGuess: Direction {
        let sines = (first.sine + second.sine) * (first.sine + second.sine)
        let cosines = (first.cosine + second.cosine) * (first.cosine + second.cosine)
        let middle = WorldGeodeticSystem.secondEccentricitySquared * sines / (sines + cosines)
        let radians = Elementary.arcTangent(longitude.sine, longitude.cosine)
        let stretched = radians / (WorldGeodeticSystem.axisRatio * (1 + middle).squareRoot())
        let angle = Direction(radians: stretched > Self.pi ? radians : stretched)
        let bend = second.cosine * first.sine * angle.sine * angle.sine
        let ahead = second.sine * first.cosine
        let across = second.cosine * first.sine
        let north =
            angle.cosine >= 0
            ? ahead - across + bend / (1 + angle.cosine) : ahead + across - bend / (1 - angle.cosine)
        return Direction(towards: north, max(second.cosine * angle.sine, Self.tiny))
    }

    /// The next direction by Newton's method; `nil` when it leaves the bounds or the step is too small.
    private func newtonStep(
        from start: Direction, trial: GeodesicTrial, low: Direction, high: Direction
    ) -> Direction? {
        guard trial.slope > 0 else { return nil }
        let step = -trial.miss / trial.slope
        guard step.magnitude < Self.pi, step.magnitude > Self.smallestStep else { return nil }
        let next = start.turned(by: Direction(radians: step))
        guard next.sine > 0, next.cotangent < low.cotangent, next.cotangent > high.cotangent else {
            return nil
        }
        return Direction(towards: next.cosine, next.sine)
    }

    private static let pi = Double.pi
    /// Practically zero, but safe to divide by.
    static let tiny = 1e-150
    /// A miss, in radians of longitude, of less than three nanometres.
    private static let precision = 0x1p-51
    /// A miss that is small enough when rounding allows no smaller step: less than a micrometre.
    private static let lastResort = 0x1p-45
    private static let smallestStep = 0x1p-50
    private static let mostTrials = 100
}
