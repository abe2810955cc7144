import Conditions
import Geodesy
import Observations

/// A fix, and where in space it is.
struct FixedPlace {
    let fix: PositionFix
    /// The point in space, which every region that the fix is near needs.
    let point: SIMD3<Double>

    init(_ fix: PositionFix) {
        self.fix = fix
        point = fix.coordinate.positionInSpace
    }
}

/// A shape on the ground with the rules by which it is decided.
struct RegionLeaf {
    let boundary: BoundaryLeaf
    let rules: EvaluationRules
    /// The centre of a circle in space, and its radius in metres; of a polygon nothing is known here.
    private let circle: (center: SIMD3<Double>, radius: Double)?

    init(_ boundary: BoundaryLeaf, rules: EvaluationRules) {
        self.boundary = boundary
        self.rules = rules
        switch boundary.shape {
        case .circle(let circle): self.circle = (circle.center.positionInSpace, circle.radius)
        case .polygon: circle = nil
        }
    }

    /// How many metres a place lies inside the boundary: exactly, or so that the same is decided.
    ///
    /// Decisions compare the margin with nothing, the cushion, and the fix's uncertainty. The straight line is cheap; up
    /// to ten kilometres the way along the ground is longer by a millimetre at most. Where that could matter, the exact
    /// margin is taken.
    func margin(at place: FixedPlace) -> Double {
        guard let circle else { return boundary.margin(at: place.fix.coordinate) }
        let line = circle.center - place.point
        let length = (line.x * line.x + line.y * line.y + line.z * line.z).squareRoot()
        let margin = circle.radius - length
        let uncertainty = rules.sigmas * place.fix.horizontalAccuracy
        let isSure =
            length < Self.longest && margin.magnitude > Self.unsure
            && (margin + boundary.cushion).magnitude > Self.unsure
            && (margin - uncertainty).magnitude > Self.unsure
        return isSure ? margin : boundary.margin(at: place.fix.coordinate)
    }

    private static let longest = 10_000.0
    private static let unsure = 0.01
}
