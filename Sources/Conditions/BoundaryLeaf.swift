package import Geodesy

/// A shape on the ground, as a leaf of a condition.
package struct BoundaryLeaf: Hashable, Sendable {
    /// The kinds of shapes.
    package enum Shape: Hashable, Sendable {
        /// A circle.
        case circle(CircularGeographicCondition)
        /// A polygon.
        case polygon(Polygon)
    }

    /// The shape.
    package let shape: Shape
    /// How far outside the boundary a fix must be to count towards leaving, in metres.
    package let cushion: Double
    /// Its index among the conditions of the tree.
    package let place: Int
    /// How many microseconds of verdicts each track keeps; 0 where no dwell needs them.
    package let horizon: Int64

    init(_ shape: Shape, rules: EvaluationRules, place: Int, horizon: Int64) {
        self.shape = shape
        cushion =
            switch shape {
            // Otherwise no fix could leave a small circle.
            case .circle(let circle): min(rules.cushion, circle.radius)
            case .polygon: rules.cushion
            }
        self.place = place
        self.horizon = horizon
    }

    /// The distance of a place from the boundary in metres; negative outside.
    package func margin(at place: Coordinate) -> Double {
        switch shape {
        case .circle(let circle): circle.radius - circle.center.distance(to: place)
        case .polygon(let polygon): polygon.signedDistance(to: place)
        }
    }
}
