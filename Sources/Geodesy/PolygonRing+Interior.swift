import Numerics

extension PolygonRing {
    /// Whether the smaller of the two sides is on the left of the ring's edges; `nil` when both are equally
    /// large.
    var isSmallerSideLeft: Bool? { isEnclosedSideLeft ?? isSmallerAreaLeft }

    /// The exact answer for a ring within half a globe around an end of an axis; `nil` for other rings.
    ///
    /// Projected from the Earth's centre onto a plane, the edges are straight. There, a corner that is first
    /// in some order is convex.
    private var isEnclosedSideLeft: Bool? {
        for axis in SpaceVector.axes where vectors.allSatisfy({ $0.dot(axis) > 0 }) {
            // The two other axes, in the plane.
            let (first, second) = (axis.rolled, axis.rolled.rolled)
            var least = 0
            for corner in vectors.indices.dropFirst()
            where vectors[corner].precedes(vectors[least], seenAlong: axis, first, second) {
                least = corner
            }
            let before = vectors[(least + vectors.count - 1) % vectors.count]
            let after = vectors[(least + 1) % vectors.count]
            return before.side(of: after, goingTo: vectors[least]) > 0
        }
        return nil
    }

    /// The answer from the areas; an area is the sum of signed triangles around one point.
    private var isSmallerAreaLeft: Bool? {
        guard let centre = fanCentre else { return nil }
        var area = 0.0
        for corner in vectors.indices {
            let next = vectors[(corner + 1) % vectors.count]
            area += SpaceVector.area(centre, vectors[corner], next)
        }
        // The area on the left modulo whole globes, from minus half a globe to half a globe.
        let globe = 4 * Double.pi
        while area > globe / 2 { area -= globe }
        while area < -globe / 2 { area += globe }
        return area.magnitude < globe / 2 - 1e-9 ? area > 0 : nil
    }

    /// A unit vector whose antipode is far from every corner, because triangles there have no defined area.
    private var fanCentre: SpaceVector? {
        var best: SpaceVector?
        var farthest = -0.999_999
        for candidate in SpaceVector.axes + SpaceVector.diagonals {
            var nearest = 1.0
            for vector in vectors { nearest = min(nearest, vector.dot(candidate) / SpaceVector.radius) }
            if nearest > farthest { (farthest, best) = (nearest, candidate) }
        }
        return best
    }
}

extension SpaceVector {
    fileprivate static var axes: [SpaceVector] {
        [
            SpaceVector(x: 1, y: 0, z: 0), SpaceVector(x: -1, y: 0, z: 0), SpaceVector(x: 0, y: 1, z: 0),
            SpaceVector(x: 0, y: -1, z: 0), SpaceVector(x: 0, y: 0, z: 1), SpaceVector(x: 0, y: 0, z: -1),
        ]
    }

    fileprivate static var diagonals: [SpaceVector] {
        let part = (1.0 / 3).squareRoot()
        return [-part, part].flatMap { x in
            [-part, part].flatMap { y in [-part, part].map { SpaceVector(x: x, y: y, z: $0) } }
        }
    }

    /// The vector with x, y and z rotated by one position.
    fileprivate var rolled: SpaceVector { SpaceVector(x: z, y: x, z: y) }

    /// Orders places of the grid by their first, then their second component, on the plane at distance 1
    /// along an axis.
    fileprivate func precedes(
        _ other: SpaceVector, seenAlong axis: SpaceVector, _ first: SpaceVector, _ second: SpaceVector
    ) -> Bool {
        let (depth, otherDepth) = (dot(axis), other.dot(axis))
        let order = Self.sign(dot(first), otherDepth, other.dot(first), depth)
        if order != 0 { return order < 0 }
        return Self.sign(dot(second), otherDepth, other.dot(second), depth) < 0
    }

    /// The signed area of a triangle on the unit sphere, positive counterclockwise.
    ///
    /// Its corners are a unit vector and two places of the grid.
    fileprivate static func area(_ centre: SpaceVector, _ start: SpaceVector, _ end: SpaceVector) -> Double {
        let scale = 1 / (radius * radius)
        let height = centre.dot(start.cross(end - start)) * scale
        let width = 1 + start.dot(end) * scale + centre.dot(start + end) / radius
        return 2 * Elementary.arcTangent(height, width)
    }
}
