package import Geodesy

/// A shape on the ground, as a leaf of a condition.
package struct BoundaryLeaf: Hashable, Sendable {
    /// The shapes there are.
    package enum Shape: Hashable, Sendable {
        /// A circle.
        case circle(CircularGeographicCondition)
        /// A polygon.
        case polygon(Polygon)
    }

    /// Which shape.
    package let shape: Shape
    /// How far outside a fix must lie to count towards leaving, in metres.
    package let cushion: Double
    /// Its place among the conditions of the tree.
    package let place: Int
    /// For how many microseconds a track's verdicts are kept; 0 where no stay is counted.
    package let horizon: Int64

    init(_ shape: Shape, rules: EvaluationRules, place: Int, horizon: Int64) {
        self.shape = shape
        cushion =
            switch shape {
            // A small circle would otherwise never be left.
            case .circle(let circle): min(rules.cushion, circle.radius)
            case .polygon: rules.cushion
            }
        self.place = place
        self.horizon = horizon
    }

    /// How many metres a place lies inside the boundary; negative outside.
    package func margin(at place: Coordinate) -> Double {
        switch shape {
        case .circle(let circle): circle.radius - circle.center.distance(to: place)
        case .polygon(let polygon): polygon.signedDistance(to: place)
        }
    }
}
