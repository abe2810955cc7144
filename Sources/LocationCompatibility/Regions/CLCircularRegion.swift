import Geodesy

/// A circle on the ground.
open class CLCircularRegion: CLRegion {
    /// The centre of the circle.
    public let center: CLLocationCoordinate2D
    /// The radius, in metres.
    public let radius: CLLocationDistance

    /// Makes a circle; monitoring an invalid one fails.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether a place is inside.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard let middle = center.coordinate, let place = coordinate.coordinate else { return false }
        return middle.distance(to: place) <= radius
    }
}
