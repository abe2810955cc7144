import Geodesy
import JSON

/// A closed ring of positions, with inserted corners that follow straight lines in longitude and latitude.
struct GeoJSONRing {
    /// A place, with the number of its position in the text or of the position before it.
    struct Corner {
        var position: Int
        /// Whether it is a position of the text.
        var isPosition: Bool
        var place: Coordinate
    }

    /// The ring's position in the text; `nil` for a ring that was joined from several.
    let reader: JSONReader?
    /// The corners; the first is not repeated at the end.
    let corners: [Corner]

    /// Reads a closed list of at least four positions.
    init?(_ reader: JSONReader) {
        guard let places = reader.array(count: 4...Self.mostPositions, { GeoJSONShape.place($0) }) else {
            return nil
        }
        guard places.first == places.last else {
            reader.note(.value, "must end with the position that it begins with")
            return nil
        }
        guard !places.isLine else {
            reader.note(.withoutArea, "must enclose an area: it is a line, nowhere wider than a centimetre")
            return nil
        }
        self.reader = reader
        var corners: [Corner] = []
        for position in places.indices.dropLast() {
            let place = places[position]
            let between = place.chartLine(to: places[position + 1])
            corners.append(Corner(position: position, isPosition: true, place: place))
            corners += between.map { Corner(position: position, isPosition: false, place: $0) }
            guard corners.count <= Self.mostPositions else {
                reader.note(.value, "must need at most \(Self.mostPositions) corners on the globe")
                return nil
            }
        }
        self.corners = corners
    }

    init(joined corners: [Corner]) {
        reader = nil
        self.corners = corners
    }

    /// The corners; of consecutive corners at the same place on the globe, only the first stays.
    var distinctCorners: [Corner] {
        var distinct: [Corner] = []
        for corner in corners where distinct.last?.place.isAt(corner.place) != true {
            distinct.append(corner)
        }
        while distinct.count > 1, distinct[distinct.count - 1].place.isAt(distinct[0].place) {
            distinct.removeLast()
        }
        return distinct
    }

    private static let mostPositions = 1_000_000
}

extension Coordinate {
    /// Whether two coordinates are the same place, although their degrees may differ at a pole or on the
    /// antimeridian.
    fileprivate func isAt(_ other: Coordinate) -> Bool {
        guard latitude == other.latitude else { return false }
        return longitude == other.longitude || latitude.magnitude == 90
            || longitude.magnitude == 180 && other.longitude.magnitude == 180
    }
}

extension JSONMistake.Code {
    /// The ring encloses no area.
    static let withoutArea: JSONMistake.Code = "without-area"
}

extension [Coordinate] {
    /// Whether the places are on one straight line in longitude and latitude, with a tolerance of a
    /// centimetre.
    ///
    /// Fewer than three places are no line: their mistake is that there are too few. A part that was cut at
    /// the antimeridian may be arbitrarily narrow.
    fileprivate var isLine: Bool {
        guard let first, Set(self).count > 2, !contains(where: { $0.longitude.magnitude == 180 }) else {
            return false
        }
        let offsets = map { first.chartOffset(to: $0) }
        var farthest = (east: 0.0, north: 0.0)
        var length = 0.0
        for offset in offsets {
            let square = offset.east * offset.east + offset.north * offset.north
            if square > length { (farthest, length) = (offset, square) }
        }
        length = length.squareRoot()
        return offsets.allSatisfy { offset in
            (offset.east * farthest.north - offset.north * farthest.east).magnitude <= length * 0.01
        }
    }
}

extension Coordinate {
    /// The offset of another place on a plane map around this one; straight lines stay straight.
    ///
    /// It is in metres at the equator. Elsewhere, a unit is less than a metre on the ground.
    fileprivate func chartOffset(to other: Coordinate) -> (east: Double, north: Double) {
        let metresOfDegree = 111_320.0
        return (
            east: (other.longitude - longitude) * metresOfDegree,
            north: (other.latitude - latitude) * metresOfDegree
        )
    }
}
