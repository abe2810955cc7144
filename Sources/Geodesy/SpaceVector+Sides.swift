/// Exact geometric predicates for places of the grid.
extension SpaceVector {
    /// The side of the great circle from here to another place on which a third place lies: 1 left, -1 right,
    /// 0 on it.
    func side(of place: SpaceVector, goingTo other: SpaceVector) -> Int {
        // Differences of grid numbers are exact, and small for places near each other.
        let along = other - self
        let aside = place - self
        let normal = cross(along)
        let rough = normal.dot(aside)
        let size =
            (x.magnitude + y.magnitude + z.magnitude)
            * (along.x.magnitude + along.y.magnitude + along.z.magnitude)
            * (aside.x.magnitude + aside.y.magnitude + aside.z.magnitude)
        if rough > size * 0x1p-48 { return 1 }
        if rough < size * -0x1p-48 { return -1 }
        return ExactSum.sign(
            ofDeterminant: (Int64(x), Int64(y), Int64(z)),
            (Int64(other.x), Int64(other.y), Int64(other.z)),
            (Int64(place.x), Int64(place.y), Int64(place.z)))
    }

    /// The side of the great circle from here to another place on which the moved north pole lies: 1 left, -1
    /// right.
    ///
    /// The result is 0 only if there is no such circle. The pole moves infinitely little along x, and
    /// infinitely less along y, so that it is never on a circle. The first component of the cross product
    /// that is not zero decides.
    func sideOfPole(goingTo other: SpaceVector) -> Int {
        let z = Self.sign(x, other.y, y, other.x)
        if z != 0 { return z }
        let x = Self.sign(y, other.z, self.z, other.y)
        if x != 0 { return x }
        return Self.sign(self.z, other.x, self.x, other.z)
    }

    /// The sign of a · b - c · d for numbers of the grid.
    static func sign(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Int {
        let (left, right) = (a * b, c * d)
        let rough = left - right
        let doubt = (left.magnitude + right.magnitude) * 0x1p-51
        if rough > doubt { return 1 }
        if rough < -doubt { return -1 }
        return ExactSum.sign(ofDifference: (Int64(a), Int64(b)), (Int64(c), Int64(d)))
    }

    /// Whether a place on the great circle from here to another place lies between both, or is one of them.
    func reaches(_ place: SpaceVector, goingTo other: SpaceVector) -> Bool {
        let turn = sideOfPole(goingTo: other)
        let first = sideOfPole(goingTo: place)
        let second = place.sideOfPole(goingTo: other)
        // The place is parallel to an end: it is that end, or its antipode, which no edge reaches.
        if first == 0 { return dot(place) > 0 }
        if second == 0 { return other.dot(place) > 0 }
        return first == turn && second == turn
    }

    /// Whether two edges share a place.
    static func touch(
        _ a: SpaceVector, _ b: SpaceVector, _ c: SpaceVector, _ d: SpaceVector
    ) -> Bool {
        let (sideOfC, sideOfD) = (a.side(of: c, goingTo: b), a.side(of: d, goingTo: b))
        if sideOfC * sideOfD > 0 { return false }
        let (sideOfA, sideOfB) = (c.side(of: a, goingTo: d), c.side(of: b, goingTo: d))
        if sideOfA * sideOfB > 0 { return false }
        if sideOfC * sideOfD * sideOfA * sideOfB != 0 {
            // The circles cross twice, half a turn apart; the edges cross only where all turns agree.
            return sideOfD == sideOfA
        }
        return sideOfC == 0 && a.reaches(c, goingTo: b) || sideOfD == 0 && a.reaches(d, goingTo: b)
            || sideOfA == 0 && c.reaches(a, goingTo: d) || sideOfB == 0 && c.reaches(b, goingTo: d)
    }
}
