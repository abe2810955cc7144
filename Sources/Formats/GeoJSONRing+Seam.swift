import Geodesy

extension GeoJSONRing {
    /// Each corner, paired with the next one.
    var edges: [(Corner, Corner)] {
        corners.indices.map { (corners[$0], corners[$0 + 1 < corners.count ? $0 + 1 : 0]) }
    }

    /// The ring in the opposite direction.
    var reversed: GeoJSONRing { GeoJSONRing(joined: corners.reversed()) }

    /// Whether the ring goes counterclockwise in longitude and latitude, or all the way round a pole.
    var isLeftwards: Bool {
        var (area, turn) = (0.0, 0.0)
        for (corner, next) in edges {
            var east = next.place.longitude - corner.place.longitude
            if east.magnitude > 180 { east -= east < 0 ? -360 : 360 }
            area -= east * (corner.place.latitude + next.place.latitude) / 2
            turn += east
        }
        return turn.magnitude > 180 || area > 0
    }

    /// The latitudes of the corners on the antimeridian.
    var seamLatitudes: [Double] {
        corners.filter { $0.place.longitude.magnitude == 180 }.map(\.place.latitude)
    }

    /// The ring with more corners on its lines along the antimeridian.
    func split(at latitudes: [Double]) -> GeoJSONRing {
        let split = edges.flatMap { corner, next in
            let (from, to) = (corner.place.latitude, next.place.latitude)
            guard corner.place.isOnSeam(to: next.place) else { return [corner] }
            let between = latitudes.filter { min(from, to) < $0 && $0 < max(from, to) }
            let ordered = from < to ? between : between.reversed()
            return [corner]
                + ordered.compactMap { latitude in
                    Coordinate(latitude: latitude, longitude: corner.place.longitude)
                        .map { Corner(position: corner.position, isPosition: false, place: $0) }
                }
        }
        return GeoJSONRing(joined: split)
    }
}

extension Coordinate {
    /// Whether a line to another place is on the antimeridian, on one side of it.
    func isOnSeam(to other: Coordinate) -> Bool {
        longitude == other.longitude && longitude.magnitude == 180 && latitude != other.latitude
    }
}
