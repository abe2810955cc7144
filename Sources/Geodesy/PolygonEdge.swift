/// An edge of one of a polygon's rings, and a box around it.
struct PolygonEdge {
    let ring: Int
    let index: Int
    /// The index of the edge that begins where this one ends.
    let next: Int
    let start: SpaceVector
    let end: SpaceVector
    private let lower: SpaceVector
    private let upper: SpaceVector

    init(ring: Int, index: Int, next: Int, from start: SpaceVector, to end: SpaceVector) {
        (self.ring, self.index, self.next, self.start, self.end) = (ring, index, next, start, end)
        // The height of an arc above its chord. One step is added, because corners lie on the grid instead of
        // the sphere.
        let quarter = (end - start).squaredLength / 4
        let radius = SpaceVector.radius
        let rise = quarter / (radius + max(radius * radius - quarter, 0).squareRoot()) + 1
        lower = SpaceVector(
            x: min(start.x, end.x) - rise, y: min(start.y, end.y) - rise, z: min(start.z, end.z) - rise)
        upper = SpaceVector(
            x: max(start.x, end.x) + rise, y: max(start.y, end.y) + rise, z: max(start.z, end.z) + rise)
    }

    /// Two edges that touch anywhere but at the corner between neighbours; `nil` when there are none.
    ///
    /// - Complexity: O(n log n) for n edges when few overlap along the axis; O(n²) at worst.
    static func firstContact(among edges: [PolygonEdge]) -> (PolygonEdge, PolygonEdge)? {
        let axis = longestAxis(of: edges)
        let sorted = edges.sorted { one, other in
            let (first, second) = (one.lower.dot(axis), other.lower.dot(axis))
            if first != second { return first < second }
            return (one.ring, one.index) < (other.ring, other.index)
        }
        for (position, edge) in sorted.enumerated() {
            let end = edge.upper.dot(axis)
            for other in sorted[(position + 1)...] {
                if other.lower.dot(axis) > end { break }
                if edge.isBeside(other), edge.touches(other) {
                    return (edge.ring, edge.index) < (other.ring, other.index) ? (edge, other) : (other, edge)
                }
            }
        }
        return nil
    }

    private static func longestAxis(of edges: [PolygonEdge]) -> SpaceVector {
        guard let first = edges.first else { return SpaceVector(x: 1, y: 0, z: 0) }
        var (lower, upper) = (first.lower, first.upper)
        for edge in edges {
            lower = SpaceVector(
                x: min(lower.x, edge.lower.x), y: min(lower.y, edge.lower.y), z: min(lower.z, edge.lower.z))
            upper = SpaceVector(
                x: max(upper.x, edge.upper.x), y: max(upper.y, edge.upper.y), z: max(upper.z, edge.upper.z))
        }
        let extent = upper - lower
        if extent.x >= extent.y, extent.x >= extent.z { return SpaceVector(x: 1, y: 0, z: 0) }
        return extent.y >= extent.z ? SpaceVector(x: 0, y: 1, z: 0) : SpaceVector(x: 0, y: 0, z: 1)
    }

    private func isBeside(_ other: PolygonEdge) -> Bool {
        lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y
            && other.lower.y <= upper.y && lower.z <= other.upper.z && other.lower.z <= upper.z
    }

    private func touches(_ other: PolygonEdge) -> Bool {
        if ring == other.ring {
            if next == other.index { return turnsBack(into: other) }
            if other.next == index { return other.turnsBack(into: self) }
        }
        return SpaceVector.touch(start, end, other.start, other.end)
    }

    /// Whether the next edge of a ring overlaps this one.
    private func turnsBack(into next: PolygonEdge) -> Bool {
        start.side(of: next.end, goingTo: end) == 0
            && (start.reaches(next.end, goingTo: end) || next.start.reaches(start, goingTo: next.end))
    }
}
