import Beacons
public import Foundation

/// A set of beacons: inside while at least one of them is heard.
open class CLBeaconRegion: CLRegion {
    /// Which beacons count.
    public let beaconIdentityConstraint: CLBeaconIdentityConstraint
    /// Whether ``CLLocationManagerDelegate/locationManager(_:didDetermineState:for:)`` is called when the person looks at the
    /// device inside the region (L114).
    open var notifyEntryStateOnDisplay = false

    /// Counts the beacons of a constraint.
    public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
        self.beaconIdentityConstraint = beaconIdentityConstraint
        super.init(identifier: identifier)
    }

    /// Counts every beacon with the UUID.
    public convenience init(uuid: UUID, identifier: String) {
        self.init(beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
    }

    /// Counts every beacon with the UUID and the major.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.init(
            beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major),
            identifier: identifier)
    }

    /// Counts the beacons with exactly this identity.
    public convenience init(
        uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
    ) {
        self.init(
            beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor),
            identifier: identifier)
    }

    /// The UUID of the beacons.
    open var uuid: UUID { beaconIdentityConstraint.uuid }
    /// The major of the beacons; `nil` for every major.
    open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
    /// The minor of the beacons; `nil` for every minor.
    open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }
}
