extension Coordinate {
    /// The length of the straight line to another place, through the Earth where it is far, in metres.
    ///
    /// It is never longer than any way along the surface, costs less than ``distance(to:)``, and has the same bits on
    /// every platform and in both directions. Heights do not count.
    public func straightDistance(to other: Coordinate) -> Double {
        let (here, there) = (spacePoint, other.spacePoint)
        let (x, y, z) = (here.x - there.x, here.y - there.y, here.z - there.z)
        return (x * x + y * y + z * z).squareRoot()
    }

    /// The place in metres from the middle of the Earth: towards 0° of longitude, 90° east, and the North Pole.
    private var spacePoint: (x: Double, y: Double, z: Double) {
        let (north, east) = (Direction(degrees: latitude), Direction(degrees: longitude))
        let axes = WorldGeodeticSystem.axisRatio * WorldGeodeticSystem.axisRatio
        // The radius of curvature across the meridian; e² is 1 - (b/a)².
        let radius =
            WorldGeodeticSystem.equatorialRadius / (1 - (1 - axes) * north.sine * north.sine).squareRoot()
        return (
            radius * north.cosine * east.cosine, radius * north.cosine * east.sine, radius * axes * north.sine
        )
    }
}
