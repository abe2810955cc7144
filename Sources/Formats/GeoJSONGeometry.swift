public import Geodesy
public import JSON

/// Reads GeoJSON shapes (RFC 7946) inside other documents.
public enum GeoJSONGeometry: Sendable {
    /// Reads a geometry of the type Polygon, with its holes.
    ///
    /// Rings, lines and heights are treated as in ``GeoJSONAreas``. Members that RFC 7946 does not define are
    /// mistakes, as in the enclosing document. A shape that crosses the antimeridian must be one ring across
    /// it; two rings that meet there are not joined.
    ///
    /// - Parameter reader: The geometry in its document; every mistake is noted there.
    /// - Returns: The polygon; `nil` after a mistake.
    /// - Complexity: That of making a `Polygon`.
    public static func polygon(_ reader: JSONReader) -> Polygon? {
        reader.refuseUnknownMembers(except: ["type", "coordinates", "bbox"])
        GeoJSONFeature.checkFrame(reader)
        let type = reader["type"].string()
        if let type, type != "Polygon" {
            reader["type"].note(.value, "must be Polygon")
            return nil
        }
        let polygon = GeoJSONPolygon(reader["coordinates"])?.onGlobe(notingAt: reader["coordinates"])
        return type == nil ? nil : polygon
    }
}
