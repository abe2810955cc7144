import Numerics

/// An edge, for computing straight distances to it; lengths are in steps of the grid.
struct GreatEllipseArc {
    private let start: SpaceVector
    private let end: SpaceVector
    /// Perpendicular to the arc's plane, on the left.
    private let normal: SpaceVector

    init(from start: SpaceVector, to end: SpaceVector) {
        (self.start, self.end) = (start, end)
        normal = start.cross(end - start)
    }

    /// A lower bound for the square of the distance on the ellipsoid, from the distance on the sphere.
    func lowerBoundOfSquare(from place: SpaceVector) -> Double {
        let across = normal.cross(place)
        let square: Double
        if start.dot(across) <= 0, end.dot(across) >= 0 {
            let height = normal.dot(place - start)
            square = height * height / normal.squaredLength
        } else {
            square = min((place - start).squaredLength, (place - end).squaredLength)
        }
        // The ellipsoid is the sphere compressed along its axis; the last factor allows for rounding.
        return square * Self.leastStretch
    }

    /// The point of the arc on the sphere that is nearest in a straight line.
    ///
    /// The square is that of the distance on the ellipsoid.
    func nearest(to place: SpaceVector) -> (square: Double, point: SpaceVector) {
        let fromStart = (start - place).flattened.squaredLength
        let fromEnd = (end - place).flattened.squaredLength
        var best = fromStart <= fromEnd ? (fromStart, start) : (fromEnd, end)
        if let point = footPoint(of: place) {
            let square = (point - place).flattened.squaredLength
            if square < best.0 { best = (square, point) }
        }
        return best
    }

    /// The nearest point within the arc, by Newton's method from the nearest point on the sphere; `nil` when
    /// an end is nearest.
    private func footPoint(of place: SpaceVector) -> SpaceVector? {
        // Points of the arc are cos t · start + sin t · ahead, with t from 0 to the arc's angle.
        let ahead = (1 / normal.squaredLength.squareRoot()) * normal.cross(start)
        let whole = Elementary.arcTangent(ahead.dot(end), start.dot(end))
        var angle = Elementary.arcTangent(ahead.dot(place), start.dot(place))
        guard angle > -whole, angle < 2 * whole else { return nil }
        for _ in 0..<Self.mostSteps {
            let turn = Direction(radians: angle)
            let point = turn.cosine * start + turn.sine * ahead
            let motion = (turn.cosine * ahead - turn.sine * start).flattened
            let offset = (point - place).flattened
            let slope = offset.dot(motion)
            let curvature = motion.squaredLength - offset.dot(point.flattened)
            guard curvature > 0 else { return nil }
            let step = slope / curvature
            angle -= step
            if step.magnitude < 0x1p-50 { break }
        }
        guard angle > 0, angle < whole else { return nil }
        let turn = Direction(radians: angle)
        return turn.cosine * start + turn.sine * ahead
    }

    private static let mostSteps = 6
    private static let leastStretch =
        WorldGeodeticSystem.axisRatio * WorldGeodeticSystem.axisRatio * (1 - 0x1p-30)
}

extension SpaceVector {
    /// The vector on the ellipsoid, scaled so that the equatorial radius is the sphere's radius.
    fileprivate var flattened: SpaceVector { SpaceVector(x: x, y: y, z: z * WorldGeodeticSystem.axisRatio) }
}
