extension Polygon {
    /// The distance from a place to the boundary in metres: positive inside, negative outside.
    ///
    /// It is the ``Coordinate/distance(to:)`` to the point of the boundary that is nearest in a straight
    /// line. Along the surface, another point may be nearer. The difference is below 0.01 mm within 10 km of
    /// the boundary, below a centimetre within 100 km, below ten metres within 1 000 km, and below a
    /// hundredth of the distance anywhere.
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
