extension Coordinate {
    /// The length of the straight line to another place in metres; over long distances it passes through the
    /// Earth.
    ///
    /// It is never longer than a path along the surface, and costs less than ``distance(to:)``. Its bits are
    /// the same on every platform and in both directions. Heights are ignored.
    public func straightDistance(to other: Coordinate) -> Double {
        let way = positionInSpace - other.positionInSpace
        return (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
    }
}
