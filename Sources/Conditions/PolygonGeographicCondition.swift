public import Geodesy

/// A polygon on the ground, perhaps with holes.
///
/// A `Polygon` is valid once it is made, so every one can be monitored.
public struct PolygonGeographicCondition: Hashable, Sendable {
    /// The shape.
    public let polygon: Polygon

    /// Makes a condition for a polygon.
    public init(_ polygon: Polygon) { self.polygon = polygon }
}
