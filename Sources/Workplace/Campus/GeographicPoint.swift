/// A point on the Earth's surface (WGS 84), in degrees.
public struct GeographicPoint: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Double

    /// Makes a point; the campus file's reader checks the ranges.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
