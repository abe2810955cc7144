public import Foundation
import Geodesy
import Observations

/// A position as a device measured it; negative values stand for unknown ones.
///
/// It is immutable, so it may cross tasks.
public final class CLLocation: NSObject, Sendable {
    /// The most likely place.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above the sea; 0 when ``verticalAccuracy`` is not positive.
    public let altitude: CLLocationDistance
    /// One sigma of the horizontal error, in metres; negative when the coordinate is not valid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// One sigma of the vertical error, in metres; not positive when ``altitude`` is not valid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of travel, in degrees clockwise from north; negative when it is unknown.
    public let course: CLLocationDirection
    /// The speed in metres per second; negative when it is unknown.
    public let speed: CLLocationSpeed
    /// When it was measured.
    public let timestamp: Date

    /// Makes a position from all values that a device can report.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection = -1, speed: CLLocationSpeed = -1, timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.speed = speed
        self.timestamp = timestamp
        super.init()
    }

    /// Makes a position from a latitude and a longitude, with the present time.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
            horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    convenience init(_ fix: PositionFix, at time: ObservationTime) {
        self.init(
            coordinate: CLLocationCoordinate2D(fix.coordinate), altitude: 0,
            horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: -1, timestamp: Date(time))
    }

    /// The length of the shortest path to another position along the ground, in metres; NaN when one is not
    /// valid.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        guard let here = coordinate.coordinate, let there = location.coordinate.coordinate else {
            return .nan
        }
        return here.distance(to: there)
    }

    /// Whether all values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return coordinate == other.coordinate && timestamp == other.timestamp && altitude == other.altitude
            && horizontalAccuracy == other.horizontalAccuracy && verticalAccuracy == other.verticalAccuracy
            && course == other.course && speed == other.speed
    }

    /// A hash that equal positions share.
    public override var hash: Int { coordinate.hashValue ^ timestamp.hashValue }
}
