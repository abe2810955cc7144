public import JSON

/// The shapes of a GeoJSON text (RFC 7946) as conditions.
///
/// A text is a Feature or a FeatureCollection; a geometry alone has no name for a condition. These members of
/// a feature count:
///
/// - `id`, a text or a whole number, or else `properties.name`: the condition's identifier, which must be a
///   valid name (LD4) and unique.
/// - `geometry`: a Polygon; a MultiPolygon, whose parts count as one area; or a Point with
///   `properties.radius` in metres.
/// - `properties.name`: the name for people.
///
/// Rings may have either direction, and must end with their first position. Lines are straight in longitude
/// and latitude; the reader inserts the corners that follow them on the globe. A shape that was cut at the
/// antimeridian is joined again. Heights, boxes and members that RFC 7946 does not define are ignored. A
/// `crs` of older GeoJSON is refused unless it is WGS 84 in degrees.
public struct GeoJSONAreas: Hashable, Sendable {
    /// The areas, in the order of the text; their identifiers are unique.
    public var areas: [NamedArea]

    /// Parses a GeoJSON text.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Throws: `JSONDocumentError` with every mistake: the path of the value, and the reason.
    /// - Complexity: That of making each `Polygon`.
    public init(reading bytes: [UInt8]) throws(JSONDocumentError) {
        areas = try JSONDocumentError.read(bytes, Self.areas)
    }

    /// Reads the complete text.
    static func areas(of reader: JSONReader) -> [NamedArea]? {
        guard let features = features(of: reader) else { return nil }
        var identifiers: Set<String> = []
        for feature in features where !identifiers.insert(feature.area.identifier).inserted {
            feature.place.note(.value, "occurs twice")
        }
        return features.map(\.area)
    }

    /// The areas, each with the position of its identifier in the text.
    private static func features(of reader: JSONReader) -> [(area: NamedArea, place: JSONReader)]? {
        GeoJSONFeature.checkFrame(reader)
        switch reader["type"].string() {
        case "FeatureCollection":
            return reader["features"].array(count: 1...100_000) { feature in
                area(of: feature)
            }
        case "Feature": return area(of: reader).map { [$0] }
        case nil: return nil
        default:
            reader["type"].note(.value, "must be Feature or FeatureCollection")
            return nil
        }
    }

    private static func area(of reader: JSONReader) -> (NamedArea, JSONReader)? {
        let feature = GeoJSONFeature(reader)
        let identifier = feature.identifier
        guard let condition = feature.condition, let identifier else { return nil }
        let area = NamedArea(identifier: identifier, name: feature.name, condition: condition)
        return (area, feature.placeOfIdentifier)
    }
}
