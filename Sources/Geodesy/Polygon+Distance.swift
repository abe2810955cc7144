extension Polygon {
    /// How far the boundary is from a place, in metres: positive inside, negative outside.
    ///
    /// The distance is that of ``Coordinate/distance(to:)`` to the place of the boundary that is nearest through the ground.
    /// Seen along the surface another place may be nearer, by less than 0.01 mm within 10 km of the boundary, a centimetre
    /// within 100 km, ten metres within 1 000 km, and a hundredth of the distance anywhere.
    ///
    /// - Complexity: O(n) for n corners, and one distance. No allocation.
    public func signedDistance(to place: Coordinate) -> Double {
        let vector = SpaceVector(place)
        let metres = place.distance(to: nearestOfBoundary(to: vector).coordinate)
        return contains(vector) ? metres : -metres
    }

    private func nearestOfBoundary(to place: SpaceVector) -> SpaceVector {
        var nearest = place
        var least = Double.infinity
        for ring in rings {
            guard var start = ring.vectors.last else { continue }
            for end in ring.vectors {
                let arc = GreatEllipseArc(from: start, to: end)
                start = end
                guard arc.lowerBoundOfSquare(from: place) < least else { continue }
                let (square, point) = arc.nearest(to: place)
                if square < least { (least, nearest) = (square, point) }
            }
        }
        return nearest
    }
}
