import Conditions
import Geodesy
import JSON

/// One Feature of a GeoJSON text.
struct GeoJSONFeature {
    private let reader: JSONReader

    init(_ reader: JSONReader) { self.reader = reader }

    /// The position of the identifier: the feature's own `id`, or its name.
    var placeOfIdentifier: JSONReader {
        let name = reader["properties"].optional?["name"].optional
        return reader["id"].optional ?? name ?? reader["id"]
    }

    /// The name of the condition.
    var identifier: String? {
        let place = placeOfIdentifier
        if case .integer(let number)? = place.value(), number >= 0 { return String(number) }
        return place.text(as: ConditionIdentifier.init, ConditionIdentifier.rule)?.text
    }

    /// The name for people.
    var name: String? {
        guard case .string(let name)? = reader["properties"].optional?["name"].optional?.value() else {
            return nil
        }
        return name
    }

    /// The condition of being inside the feature's shape.
    var condition: Condition? {
        guard reader["type"].string() == "Feature" else {
            reader["type"].note(.value, "must be Feature")
            return nil
        }
        Self.checkFrame(reader)
        let geometry = reader["geometry"]
        Self.checkFrame(geometry)
        switch geometry["type"].string() {
        case "Polygon": return GeoJSONShape.polygon(geometry["coordinates"])
        case "MultiPolygon": return GeoJSONShape.multiPolygon(geometry["coordinates"])
        case "Point": return circle(around: geometry["coordinates"])
        case nil: return nil
        default:
            geometry["type"].note(
                .value, "must be Polygon, MultiPolygon, or Point with a radius: only they have an inside")
            return nil
        }
    }

    private func circle(around position: JSONReader) -> Condition? {
        let radius = reader["properties"]["radius"]
        let metres = radius.double(in: 0...CircularGeographicCondition.largestRadius)
        guard let center = GeoJSONShape.place(position), let metres else { return nil }
        do throws(ConditionError) {
            return .circular(try CircularGeographicCondition(center: center, radius: metres))
        } catch {
            radius.note(.value, "must be above 0")
            return nil
        }
    }

    /// Refuses another reference system, and an invalid box.
    static func checkFrame(_ reader: JSONReader) {
        if let box = reader["bbox"].optional {
            let numbers = box.array(count: 4...6) { $0.double(in: -1e9...1e9) }
            if numbers?.count == 5 { box.note(.value, "must have 4 or 6 elements") }
        }
        guard let system = reader["crs"].optional else { return }
        let name = system["properties"]["name"]
        guard let text = name.string() else { return }
        if !worldGeodeticSystems.contains(text) {
            name.note(.value, "must be WGS 84 in degrees, as RFC 7946 has it; leave crs out")
        }
    }

    private static let worldGeodeticSystems: Set = [
        "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "urn:ogc:def:crs:EPSG::4326",
        "EPSG:4326",
    ]
}
