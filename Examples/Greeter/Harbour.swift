import Foundation
import LocationCompatibility

/// Where the person works, and which beacons stand there.
enum Harbour {
    static let gate = CLLocationCoordinate2D(latitude: 53.5430, longitude: 9.9780)
    static let uuid = UUID(
        uuid: (0x5A, 0xFE, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x2A))
    static let site: CLBeaconMajorValue = 3
    static let mainRoom: CLBeaconMinorValue = 1
    static let coffeeStation: CLBeaconMinorValue = 2
}
