extension Polygon {
    /// Refuses rings with fewer than three corners, edges with equal or nearly opposite ends, and edges that
    /// touch.
    static func checkEdges(of rings: [PolygonRing]) throws(PolygonError) {
        var edges: [PolygonEdge] = []
        for (number, ring) in rings.enumerated() {
            guard ring.vectors.count >= 3 else { throw .tooFewCorners(ring: number) }
            for (index, start) in ring.vectors.enumerated() {
                let next = index + 1 < ring.vectors.count ? index + 1 : 0
                let end = ring.vectors[next]
                if start.isAt(end) {
                    throw .repeatedCorner(ring: number, first: min(index, next), second: max(index, next))
                }
                if start.isNearlyOpposite(end) { throw .edgeWithoutDirection(ring: number, edge: index) }
                edges.append(PolygonEdge(ring: number, index: index, next: next, from: start, to: end))
            }
        }
        if let (first, second) = PolygonEdge.firstContact(among: edges) { throw contact(first, second) }
    }

    private static func contact(_ first: PolygonEdge, _ second: PolygonEdge) -> PolygonError {
        if first.ring == second.ring {
            if let (one, other) = first.sharedCorners(with: second) {
                return .repeatedCorner(ring: first.ring, first: one, second: other)
            }
            return .selfCrossing(ring: first.ring, edge: first.index, otherEdge: second.index)
        }
        if first.ring == 0 {
            return .holeCrossing(ring: second.ring, edge: second.index, outerEdge: first.index)
        }
        return .holesTouching(ring: first.ring, otherRing: second.ring)
    }

    /// Whether the north pole is in the polygon; the rings must not touch each other.
    static func isPoleInside(_ rings: [PolygonRing], outerHoldsPole: Bool) throws(PolygonError) -> Bool {
        var isInside = outerHoldsPole
        // For each hole, whether its ring lies between the pole and the outer ring.
        let holdPole = rings.map { $0.separatesFromPole(rings[0].vectors[0]) }
        for number in rings.indices.dropFirst() {
            let corner = rings[number].vectors[0]
            guard rings[0].separatesFromPole(corner) != outerHoldsPole else {
                throw .holeOutside(ring: number)
            }
            for other in rings.indices.dropFirst()
            where other != number && rings[other].separatesFromPole(corner) != holdPole[other] {
                throw .holesTouching(ring: min(number, other), otherRing: max(number, other))
            }
            if holdPole[number] { isInside.toggle() }
        }
        return isInside
    }
}

extension SpaceVector {
    fileprivate func isAt(_ other: SpaceVector) -> Bool {
        sideOfPole(goingTo: other) == 0 && dot(other) > 0
    }

    /// Whether another place lies within 12 km of the antipode.
    fileprivate func isNearlyOpposite(_ other: SpaceVector) -> Bool {
        let area = Self.radius * Self.radius
        return dot(other) < 0 && cross(other).squaredLength < area * area * 0x1p-18
    }
}

extension PolygonEdge {
    /// The two corners, one of each edge, that are at the same place, in ascending order.
    fileprivate func sharedCorners(with other: PolygonEdge) -> (Int, Int)? {
        for (corner, place) in [(index, start), (next, end)] {
            for (otherCorner, otherPlace) in [(other.index, other.start), (other.next, other.end)]
            where corner != otherCorner && place.isAt(otherPlace) {
                return (min(corner, otherCorner), max(corner, otherCorner))
            }
        }
        return nil
    }
}
