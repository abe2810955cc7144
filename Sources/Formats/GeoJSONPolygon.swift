import Geodesy
import JSON

/// The rings of one polygon of a GeoJSON text, the outer one first.
struct GeoJSONPolygon {
    var rings: [GeoJSONRing]

    /// Reads a list of rings.
    init?(_ reader: JSONReader) {
        guard let rings = reader.array(count: 1...10_000, { GeoJSONRing($0) }) else { return nil }
        self.rings = rings
    }

    init(rings: [GeoJSONRing]) { self.rings = rings }

    /// The polygon on the globe; `nil` after a mistake, which is noted at the ring or at the whole shape.
    func onGlobe(notingAt shape: JSONReader) -> Polygon? {
        let corners = rings.map(\.distinctCorners)
        let places = corners.map { $0.map(\.place) }
        do throws(PolygonError) {
            return try Polygon(outer: places[0], holes: Array(places.dropFirst()))
        } catch {
            let (ring, corner, reason) = Self.explained(error, corners)
            let position = corner.map { corners[ring][$0].position }
            let place = rings[ring].reader.map { Self.element(position, of: $0) }
            (place ?? shape).note(.value, reason)
            return nil
        }
    }

    private static func element(_ position: Int?, of ring: JSONReader) -> JSONReader {
        guard let position, let elements = ring.array({ $0 }), elements.indices.contains(position) else {
            return ring
        }
        return elements[position]
    }

    /// The ring and the corner of an error, with its reason.
    private static func explained(
        _ error: PolygonError, _ corners: [[GeoJSONRing.Corner]]
    ) -> (ring: Int, corner: Int?, reason: String) {
        func line(_ ring: Int, _ corner: Int) -> String {
            "the line from position \(corners[ring][corner].position)"
        }
        switch error {
        case .tooFewCorners(let ring): return (ring, nil, "must have three different corners at least")
        case .repeatedCorner(let ring, let first, let second)
        where corners[ring][first].isPosition && corners[ring][second].isPosition:
            return (ring, second, "is the same place as position \(corners[ring][first].position)")
        case .repeatedCorner(let ring, let first, let second):
            return (ring, first, "the line from here crosses or touches \(line(ring, second))")
        case .edgeWithoutDirection(let ring, let edge):
            return (ring, edge, "the line from here goes half round the globe")
        case .selfCrossing(let ring, let edge, let other):
            return (ring, edge, "the line from here crosses or touches \(line(ring, other))")
        case .halfOfTheGlobe: return (0, nil, "must not halve the globe")
        case .holeOutside(let ring): return (ring, nil, "must lie inside the outer ring")
        case .holeCrossing(let ring, let edge, let outerEdge):
            let reason = "the line from here crosses or touches \(line(0, outerEdge)) of the outer ring"
            return (ring, edge, reason)
        case .holesTouching(let ring, let other):
            return (other, nil, "must not touch, cross or lie within the hole of ring \(ring)")
        }
    }
}
