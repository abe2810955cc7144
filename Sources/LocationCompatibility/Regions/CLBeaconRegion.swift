import Beacons
public import Foundation

/// A region of beacons: the device is inside while it hears at least one of them.
open class CLBeaconRegion: CLRegion {
    /// The beacons of the region.
    public let beaconIdentityConstraint: CLBeaconIdentityConstraint
    /// Whether the state is reported when the person wakes the device inside the region (L114).
    ///
    /// The report is a call of ``CLLocationManagerDelegate/locationManager(_:didDetermineState:for:)``.
    open var notifyEntryStateOnDisplay = false

    /// Makes a region of the beacons of a constraint.
    public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
        self.beaconIdentityConstraint = beaconIdentityConstraint
        super.init(identifier: identifier)
    }

    /// Makes a region of every beacon with the UUID.
    public convenience init(uuid: UUID, identifier: String) {
        self.init(beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
    }

    /// Makes a region of every beacon with the UUID and the major.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.init(
            beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major),
            identifier: identifier)
    }

    /// Makes a region of the beacons with exactly this identity.
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
