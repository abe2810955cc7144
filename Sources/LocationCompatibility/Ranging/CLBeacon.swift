import Beacons
public import Foundation
import Monitoring
import Ranging

/// A beacon as ranging reports it: its identity and its proximity.
public final class CLBeacon: NSObject, Sendable {
    /// The UUID.
    public let uuid: UUID
    /// The proximity.
    public let proximity: CLProximity
    /// One sigma of the distance, in metres; negative while the distance is unknown (L130).
    ///
    /// Use it to order beacons, not as a position: smaller usually means nearer.
    public let accuracy: CLLocationAccuracy
    /// The mean strength of the sightings since the previous report, in dBm; 0 without any (L131).
    public let rssi: Int
    /// When it was last heard (L132).
    public let timestamp: Date
    private let site: UInt16
    private let spot: UInt16

    init(_ beacon: RangingReport.Beacon) {
        uuid = UUID(beacon.identity.uuid)
        site = beacon.identity.major
        spot = beacon.identity.minor
        proximity = CLProximity(beacon.proximity)
        accuracy = beacon.accuracy
        rssi = Int((beacon.rssi ?? 0).rounded())
        timestamp = Date(beacon.timestamp)
        super.init()
    }

    /// The site.
    public var major: NSNumber { NSNumber(value: site) }
    /// The spot at the site.
    public var minor: NSNumber { NSNumber(value: spot) }
}
