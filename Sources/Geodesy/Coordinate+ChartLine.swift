import Numerics

extension Coordinate {
    /// The corners to insert between this place and another, so that edges follow a straight line in degrees.
    ///
    /// RFC 7946 (GeoJSON) draws lines straight in longitude and latitude. A ``Polygon`` whose edges go from
    /// here through these places to the other one deviates from that line by at most a centimetre, or by a
    /// millionth of the line's length if that is more.
    ///
    /// Where the longitudes differ by more than half a turn, the line crosses the antimeridian, because drawn
    /// shapes mean that. Only a line from -180 to 180 degrees, or back, goes once round the Earth.
    ///
    /// - Returns: The places in order, without both ends; none for a line of some hundred metres.
    /// - Complexity: O(√d) for a single edge that would deviate by d.
    public func chartLine(to end: Coordinate) -> [Coordinate] {
        let north = end.latitude - latitude
        let east = chartDifference(to: end)
        let count = Self.chartEdges(from: latitude, to: end.latitude, east: east)
        return (1..<max(count, 1)).compactMap { step in
            let part = Double(step) / Double(count)
            let longitude = longitude + east * part
            let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
            return Coordinate(latitude: latitude + north * part, longitude: wrapped)
        }
    }

    private func chartDifference(to end: Coordinate) -> Double {
        let east = end.longitude - longitude
        guard east.magnitude > 180, east.magnitude < 360 else { return east }
        return east > 0 ? east - 360 : east + 360
    }

    /// The number of edges that follow the line closely enough.
    private static func chartEdges(from latitude: Double, to end: Double, east: Double) -> Int {
        let (width, height) = (Angle(degrees: east).radians, Angle(degrees: end - latitude).radians)
        let farthest = max(latitude.magnitude, end.magnitude)
        let isAcrossEquator = (latitude < 0) != (end < 0)
        let nearest = isAcrossEquator ? 0 : min(latitude.magnitude, end.magnitude)
        let sine = Angle(degrees: farthest).sineAndCosine.sine
        let cosine = Angle(degrees: nearest).sineAndCosine.cosine
        // How much the line turns away from a great circle, for each unit of its length squared; an arc with
        // this bend rises above its chord by an eighth of the bend.
        let (along, across) = (2 * sine * height, sine * cosine * width)
        let bend = width.magnitude * (along * along + across * across).squareRoot()
        let length = (height * height + width * width * cosine * cosine).squareRoot()
        let radius = WorldGeodeticSystem.equatorialRadius
        let allowed = max(0.01, radius * length * 1e-6)
        let edges = (radius * bend / 8 / allowed).squareRoot()
        // No edge may span nearly half a turn.
        return Int(max(edges, east.magnitude / 90, (end - latitude).magnitude / 90)) + 1
    }
}
