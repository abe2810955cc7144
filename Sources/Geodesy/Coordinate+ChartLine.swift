import Numerics

extension Coordinate {
    /// The corners to put between this place and another, so that edges follow a straight line of the chart.
    ///
    /// RFC 7946 (GeoJSON) draws a line straight in longitude and latitude. The edges of a ``Polygon`` from here over these
    /// places to the other one stray from it by no more than a centimetre, or a millionth of its length where that is more.
    ///
    /// Where the longitudes differ by more than half a turn the line crosses the antimeridian, since that is what drawn
    /// shapes mean. Only from one side of the antimeridian to the other, from -180 to 180 degrees, does it go once round.
    ///
    /// - Returns: The places in order, without both ends; none for a line of some hundred metres.
    /// - Complexity: O(√d) for an edge that would stray by d.
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

    /// How many edges follow a line of the chart closely enough.
    private static func chartEdges(from latitude: Double, to end: Double, east: Double) -> Int {
        let (width, height) = (Angle(degrees: east).radians, Angle(degrees: end - latitude).radians)
        let farthest = max(latitude.magnitude, end.magnitude)
        let isAcrossEquator = (latitude < 0) != (end < 0)
        let nearest = isAcrossEquator ? 0 : min(latitude.magnitude, end.magnitude)
        let sine = Angle(degrees: farthest).sineAndCosine.sine
        let cosine = Angle(degrees: nearest).sineAndCosine.cosine
        // By how much the line turns away from a great circle, for each unit of the way squared; an arc so bent rises above its
        // chord by an eighth of it.
        let (along, across) = (2 * sine * height, sine * cosine * width)
        let bend = width.magnitude * (along * along + across * across).squareRoot()
        let length = (height * height + width * width * cosine * cosine).squareRoot()
        let radius = WorldGeodeticSystem.equatorialRadius
        let allowed = max(0.01, radius * length * 1e-6)
        let edges = (radius * bend / 8 / allowed).squareRoot()
        // No edge may come near half a turn.
        return Int(max(edges, east.magnitude / 90, (end - latitude).magnitude / 90)) + 1
    }
}
