import Numerics

/// An edge, for distances through the ground from it; lengths are in steps of the grid.
struct GreatEllipseArc {
    private let start: SpaceVector
    private let end: SpaceVector
    /// Perpendicular to the arc's plane, on the left.
    private let normal: SpaceVector

    init(from start: SpaceVector, to end: SpaceVector) {
        (self.start, self.end) = (start, end)
        normal = start.cross(end - start)
    }

    /// Less than the square of the distance on the ellipsoid, from the distance on the sphere.
    func lowerBoundOfSquare(from place: SpaceVector) -> Double {
        let across = normal.cross(place)
        let square: Double
        if start.dot(across) <= 0, end.dot(across) >= 0 {
            let height = normal.dot(place - start)
            square = height * height / normal.squaredLength
        } else {
            square = min((place - start).squaredLength, (place - end).squaredLength)
        }
        // The ellipsoid is the sphere pressed along its axis; the rest is for rounding.
        return square * Self.leastStretch
    }

    /// The point of the arc that is nearest through the ground, on the sphere, and the square of its distance on the
    /// ellipsoid.
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

    /// Where the distance from the place stops falling, by Newton's method from where it does so on the sphere; nil when
    /// that is at an end.
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
    /// On the ellipsoid, with its equatorial radius for the sphere's.
    fileprivate var flattened: SpaceVector { SpaceVector(x: x, y: y, z: z * WorldGeodeticSystem.axisRatio) }
}
