import Numerics

/// A point on the WGS 84 ellipsoid, in degrees.
///
/// Every value of this type is on the globe: no coordinate has numbers that are not finite or out of range.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Makes a coordinate; `nil` when a number is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        // Comparisons with NaN are false, so one test covers all invalid numbers.
        guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Makes a place from angles that are in range except for rounding errors.
    init(radiansNorth latitude: Double, east longitude: Double) {
        self.latitude = min(max(Angle(radians: latitude).degrees, -90), 90)
        self.longitude = min(max(Angle(radians: longitude).degrees, -180), 180)
    }
}
