import Conditions
import Geodesy
import JSON

/// Reads the coordinates of the geometries that have an interior.
enum GeoJSONShape {
    /// The condition of being in the polygon of a list of rings.
    static func polygon(_ reader: JSONReader) -> Condition? {
        GeoJSONPolygon(reader).flatMap { condition(of: [$0], reader) }
    }

    /// The condition of being in one of the polygons of a list.
    static func multiPolygon(_ reader: JSONReader) -> Condition? {
        reader.array(count: 1...Condition.mostLeaves) { GeoJSONPolygon($0) }.flatMap {
            condition(of: $0, reader)
        }
    }

    private static func condition(of pieces: [GeoJSONPolygon], _ reader: JSONReader) -> Condition? {
        let joined = AntimeridianSeam(of: pieces).joined
        let parts = joined.compactMap { piece in
            piece.onGlobe(notingAt: reader).map { Condition.polygon(PolygonGeographicCondition($0)) }
        }
        guard parts.count == joined.count else { return nil }
        do throws(ConditionError) {
            return parts.count == 1 ? parts[0] : try .any(of: parts)
        } catch {
            preconditionFailure("\(parts.count) polygons are refused: \(error)")
        }
    }

    /// The place of one position; a height and later numbers are ignored.
    static func place(_ position: JSONReader) -> Coordinate? {
        let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let parts = position.array(count: 2...16) { part in part.double(in: everything).map { (part, $0) } }
        guard let parts else { return nil }
        let (east, north) = (parts[0], parts[1])
        if !(-180...180).contains(east.1) { east.0.note(.value, "must be a longitude from -180 to 180") }
        if !(-90...90).contains(north.1) { north.0.note(.value, "must be a latitude from -90 to 90") }
        return Coordinate(latitude: north.1, longitude: east.1)
    }
}
