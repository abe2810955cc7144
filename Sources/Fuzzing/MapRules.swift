import Conditions
import Formats
import Geodesy
import JSON

/// What holds for any bytes that are read as a map.
public enum MapRules: Sendable {
    /// A GeoJSON text is refused for reasons that can be told, or gives the same areas each time, with sound polygons.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        let first = reading(bytes)
        try BrokenRule.unless(first == reading(bytes), "The same bytes gave something else.")
        switch first {
        case .success(let areas):
            for area in areas { try check(area.condition) }
        case .failure(let error):
            let lines = error.lines(file: "input")
            try BrokenRule.unless(
                !lines.isEmpty && !lines.contains(""), "A map was refused without a reason.")
            try BrokenRule.unless(
                lines.allSatisfy { $0.obeyedScalar == nil }, "A reason has a character that a screen obeys.")
        }
    }

    private static func reading(_ bytes: [UInt8]) -> Result<[NamedArea], JSONDocumentError> {
        do throws(JSONDocumentError) {
            return .success(try GeoJSONAreas(reading: bytes).areas)
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ condition: Condition) throws(BrokenRule) {
        switch condition {
        case .polygon(let polygon): try check(polygon.polygon)
        case .any(let parts): for part in parts.parts { try check(part) }
        default: break
        }
    }

    /// The boundary runs through the corners, and the other way round the ring bounds the same area.
    private static func check(_ polygon: Polygon) throws(BrokenRule) {
        let reversed: Polygon
        do {
            reversed = try Polygon(outer: polygon.outer.reversed(), holes: polygon.holes)
        } catch {
            throw BrokenRule("A polygon is refused the other way round: \(error)")
        }
        for corner in polygon.outer.prefix(8) {
            let metres = polygon.signedDistance(to: corner).magnitude
            try BrokenRule.unless(metres < 1e-4, "A corner lies \(metres) m off the boundary.")
            try BrokenRule.unless(
                polygon.contains(corner) == reversed.contains(corner),
                "The direction of a ring changes what is inside.")
        }
    }
}
