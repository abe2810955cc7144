public import Geodesy
public import JSON

/// Shapes of GeoJSON (RFC 7946) that stand within other documents.
public enum GeoJSONGeometry: Sendable {
    /// Reads a geometry of the type Polygon, with its holes.
    ///
    /// Rings, lines and heights count as in ``GeoJSONAreas``. Members that RFC 7946 does not name are mistakes, as in the
    /// document around it. A shape that crosses the antimeridian is one ring over it, not two that meet there.
    ///
    /// - Parameter reader: The geometry in its document; every mistake is noted there.
    /// - Returns: The polygon; `nil` after a mistake was noted.
    /// - Complexity: As making a `Polygon`.
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
