extension Coordinate {
    /// The length of the shortest way to another place along WGS 84, in metres; within 0.6 %.
    public func distance(to other: Coordinate) -> Double {
        let metresPerDegree = 111_195.0
        var east = abs(other.longitude - longitude)
        if east > 180 { east = 360 - east }
        let middle = (latitude + other.latitude) / 2 / 90
        let shrink = 1 - middle * middle * 1.2337 * (1 - middle * middle * 0.2)
        let y = (other.latitude - latitude) * metresPerDegree
        let x = east * metresPerDegree * shrink
        return (x * x + y * y).squareRoot()
    }
}
