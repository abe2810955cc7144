import Conditions
import Geodesy
import Observations

/// A fix, with its point in space.
struct FixedPlace {
    let fix: PositionFix
    /// The point in space, which every region near the fix needs.
    let point: SIMD3<Double>

    init(_ fix: PositionFix) {
        self.fix = fix
        point = fix.coordinate.positionInSpace
    }
}

/// A shape on the ground, with its rules.
struct RegionLeaf {
    let boundary: BoundaryLeaf
    let rules: EvaluationRules
    /// The centre of a circle in space, and its radius in metres; `nil` for a polygon.
    private let circle: (center: SIMD3<Double>, radius: Double)?

    init(_ boundary: BoundaryLeaf, rules: EvaluationRules) {
        self.boundary = boundary
        self.rules = rules
        switch boundary.shape {
        case .circle(let circle): self.circle = (circle.center.positionInSpace, circle.radius)
        case .polygon: circle = nil
        }
    }

    /// The distance of a place from the boundary in metres, exact or close enough for the same decisions.
    ///
    /// Decisions compare the margin with zero, the cushion, and the fix's uncertainty. The straight line is
    /// cheap; up to ten kilometres, the path along the ground is at most a millimetre longer. If that could
    /// matter, this uses the exact margin.
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
