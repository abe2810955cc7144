import Geodesy

/// A latitude and a longitude in degrees; unlike a `Coordinate`, it may be invalid.
public struct CLLocationCoordinate2D: Hashable, Sendable {
    /// Degrees north of the equator.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich.
    public var longitude: CLLocationDegrees

    /// Makes the point where the equator meets the meridian of Greenwich.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Makes a place from any two numbers.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension CLLocationCoordinate2D {
    init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The same place as a `Coordinate`; `nil` when it is invalid.
    var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}

/// Makes a place from any two numbers.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether a place is on the globe.
public func CLLocationCoordinate2DIsValid(_ place: CLLocationCoordinate2D) -> Bool {
    place.coordinate != nil
}

/// A place that is not on the globe.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
