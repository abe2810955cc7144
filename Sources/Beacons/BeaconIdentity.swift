/// The identity that an iBeacon sends: its organisation, site and spot.
///
/// Any receiver can repeat it, so an identity is never proof of a place.
public struct BeaconIdentity: Hashable, Comparable, Sendable {
    /// The organisation's UUID.
    public let uuid: ProximityUUID
    /// The site, if an organisation plans one UUID for all its sites.
    public let major: UInt16
    /// The spot at the site.
    public let minor: UInt16

    /// Makes an identity from its three parts.
    public init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Orders by UUID, then major, then minor.
    public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.uuid, left.major, left.minor) < (right.uuid, right.major, right.minor)
    }
}
