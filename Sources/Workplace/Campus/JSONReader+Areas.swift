import Formats
import JSON

extension JSONReader {
    /// Reads an area: a polygon of GeoJSON, or `{"radius": metres}` for a circle around a point.
    ///
    /// The point, `nil` when it could not be read, must lie in the area.
    func groundArea(around point: GeographicPoint?) -> GroundArea? {
        if self["radius"].optional != nil { return circle(around: point) }
        guard let polygon = GeoJSONGeometry.polygon(self), let point else { return nil }
        if let area = GroundArea(polygon, around: point) { return area }
        note(.value, "must hold the coordinate; positions are longitude first, then latitude")
        return nil
    }

    private func circle(around point: GeographicPoint?) -> GroundArea? {
        refuseMembers(except: ["radius"])
        guard let radius = self["radius"].double(in: 1...10_000), let point else { return nil }
        return GroundArea(around: point, radius: radius)
    }
}
