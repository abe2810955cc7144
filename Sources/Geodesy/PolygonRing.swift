/// A closed line of edges; each is the shorter arc of a great circle of the auxiliary sphere.
struct PolygonRing {
    let corners: [Coordinate]
    let vectors: [SpaceVector]

    init(_ corners: [Coordinate]) {
        self.corners = corners
        vectors = corners.map { SpaceVector($0) }
    }

    /// Whether the path from a place to the north pole crosses the ring an odd number of times.
    ///
    /// Both ends are moved off every corner and edge, by an infinitely small amount and always in the same
    /// way. The pole moves as in ``SpaceVector/sideOfPole(goingTo:)``, and the place first moves towards the
    /// pole. So every case is decided, and polygons that share an edge see the place on the same side of it.
    func separatesFromPole(_ place: SpaceVector) -> Bool {
        guard var previous = vectors.last else { return false }
        var previousSide = place.sideOfMeridian(of: previous)
        var isOdd = false
        for corner in vectors {
            let side = place.sideOfMeridian(of: corner)
            if side != previousSide, place.seesPole(beyond: previous, corner, sideOfFirst: previousSide) {
                isOdd.toggle()
            }
            (previous, previousSide) = (corner, side)
        }
        return isOdd
    }

    /// Whether the north pole is on the left of the ring's edges.
    var hasPoleOnLeft: Bool {
        let corner = vectors[0]
        let isLeft = isLeftNearCorner(
            sideOfArrival: vectors[vectors.count - 1].sideOfPole(goingTo: corner),
            sideOfDeparture: corner.sideOfPole(goingTo: vectors[1]),
            turn: vectors[vectors.count - 1].side(of: vectors[1], goingTo: corner))
        return isLeft != separatesFromPole(corner)
    }

    /// Whether a place next to a corner is left of the ring, from its sides of the two edges at that corner.
    private func isLeftNearCorner(sideOfArrival: Int, sideOfDeparture: Int, turn: Int) -> Bool {
        if turn < 0 { return sideOfArrival > 0 || sideOfDeparture > 0 }
        return sideOfArrival > 0 && sideOfDeparture > 0
    }
}

extension SpaceVector {
    /// The side of a corner's meridian on which this place lies: 1 east, -1 west, never 0.
    fileprivate func sideOfMeridian(of corner: SpaceVector) -> Int {
        let (left, right) = (corner.x * (y - corner.y), corner.y * (x - corner.x))
        let rough = left - right
        let doubt = (left.magnitude + right.magnitude) * 0x1p-51
        if rough > doubt { return 1 }
        if rough < -doubt { return -1 }
        let side = corner.sideOfPole(goingTo: self)
        if side != 0 { return side }
        // At the corner or its antipode: the place was moved along z, and less along x.
        if corner.y != 0 { return corner.y > 0 ? 1 : -1 }
        if corner.x != 0 { return corner.x > 0 ? -1 : 1 }
        return corner.z > 0 ? 1 : -1
    }

    /// Whether the path from this place to the pole crosses an edge whose ends are on different sides of that
    /// path.
    fileprivate func seesPole(
        beyond start: SpaceVector, _ end: SpaceVector, sideOfFirst: Int
    ) -> Bool {
        let pole = start.sideOfPole(goingTo: end)
        let exact = start.side(of: self, goingTo: end)
        let own = exact != 0 ? exact : pole
        return own != pole && pole == sideOfFirst
    }
}
