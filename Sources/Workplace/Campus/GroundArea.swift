public import Conditions
import Geodesy

/// An area around a point, such as that of a café: a circle, or a polygon from the campus file.
///
/// Being in it is a condition; pages and devices decide it by themselves.
public struct GroundArea: Hashable, Sendable {
    /// The radius of a café in metres, if the campus file draws no area.
    public static let cafeRadius = 30.0
    /// How far around a site's point its ground goes, in metres, where the campus file draws no area.
    public static let siteRadius = 150.0

    /// What an area is.
    public enum Shape: Hashable, Sendable {
        /// A circle around the point.
        case circle(CircularGeographicCondition)
        /// A polygon, and in none of its holes.
        case polygon(PolygonGeographicCondition)
    }

    /// What it is.
    public let shape: Shape
    /// How far the area goes from its point, in metres.
    public let extent: Double

    /// Being in the area.
    public var condition: Condition {
        switch shape {
        case .circle(let circle): .circular(circle)
        case .polygon(let polygon): .polygon(polygon)
        }
    }

    /// Takes a circle around a point; `nil` for a point that is not on the globe, or a radius that is not usable.
    public init?(around point: GeographicPoint, radius: Double) {
        guard let center = point.coordinate else { return nil }
        do throws(ConditionError) {
            shape = .circle(try CircularGeographicCondition(center: center, radius: radius))
        } catch {
            return nil
        }
        extent = radius
    }

    /// Takes a polygon around a point; `nil` when the point is not in it.
    init?(_ polygon: Polygon, around point: GeographicPoint) {
        guard let center = point.coordinate, polygon.contains(center) else { return nil }
        shape = .polygon(PolygonGeographicCondition(polygon))
        extent = polygon.outer.map { center.distance(to: $0) }.max() ?? 0
    }
}

extension GeographicPoint {
    var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
