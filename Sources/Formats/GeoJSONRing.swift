import Geodesy
import JSON

/// A closed ring of positions, with corners between them that follow the lines of the chart on the globe.
struct GeoJSONRing {
    /// A place, and the number of the position in the text that it is or follows.
    struct Corner {
        var position: Int
        /// Whether it is that position.
        var isPosition: Bool
        var place: Coordinate
    }

    /// Where the ring is in the text; nil for one that was put together from several.
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

    /// The corners; of those that follow each other at one place on the globe, the first stays.
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
    /// Whether two coordinates are the same place, whatever a pole or the antimeridian does to their degrees.
    fileprivate func isAt(_ other: Coordinate) -> Bool {
        guard latitude == other.latitude else { return false }
        return longitude == other.longitude || latitude.magnitude == 90
            || longitude.magnitude == 180 && other.longitude.magnitude == 180
    }
}

extension JSONMistake.Code {
    /// The outline encloses nothing.
    static let withoutArea: JSONMistake.Code = "without-area"
}

extension [Coordinate] {
    /// Whether the places lie on one line of the chart, but for a centimetre.
    ///
    /// Fewer than three places are no line: the mistake is that there are too few. What was cut at the antimeridian is a part of a shape, and may be as narrow as it likes.
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
    /// Where another place lies on a plane chart around this one, in metres at the equator and in more than metres
    /// elsewhere; lines of the chart stay straight.
    fileprivate func chartOffset(to other: Coordinate) -> (east: Double, north: Double) {
        let metresOfDegree = 111_320.0
        return (
            east: (other.longitude - longitude) * metresOfDegree,
            north: (other.latitude - latitude) * metresOfDegree
        )
    }
}
