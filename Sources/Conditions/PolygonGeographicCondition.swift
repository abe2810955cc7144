public import Geodesy

/// A shape on the ground with edges along shortest ways, and perhaps with holes.
///
/// The polygon has been checked when it was made; every one can be monitored.
public struct PolygonGeographicCondition: Hashable, Sendable {
    /// The shape.
    public let polygon: Polygon

    /// Takes a shape.
    public init(_ polygon: Polygon) { self.polygon = polygon }
}
