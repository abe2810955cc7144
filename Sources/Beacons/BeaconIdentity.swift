/// What an iBeacon says about itself: whose it is, at which site, which spot.
///
/// Anyone who hears it can repeat it; an identity is never proof of a place.
public struct BeaconIdentity: Hashable, Comparable, Sendable {
    /// The organisation's UUID.
    public let uuid: ProximityUUID
    /// The site, by the deployment plan of one UUID for an organisation.
    public let major: UInt16
    /// The spot at the site.
    public let minor: UInt16

    /// Makes the identity of its three parts.
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
