extension Coordinate {
    /// The length of the straight line to another place, through the Earth where it is far, in metres.
    ///
    /// It is never longer than any way along the surface, costs less than ``distance(to:)``, and has the same bits on
    /// every platform and in both directions. Heights do not count.
    public func straightDistance(to other: Coordinate) -> Double {
        let way = positionInSpace - other.positionInSpace
        return (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
    }
}
