public import Beacons

/// The identity that a gateway heard.
public enum SightedIdentity: Hashable, Sendable {
    /// The numbers of an iBeacon.
    case beacon(BeaconIdentity)
    /// The sixteen bytes of an Eddystone UID: ten of the namespace, six of the instance.
    case eddystone([UInt8])
    /// The eight bytes of an Eddystone EID, which change every few minutes to hours.
    case ephemeral([UInt8])
    /// A resolvable private address: the most significant byte is the first of its text form.
    case privateAddress(UInt64)

    /// Whether it stays the same, so that a list of unknown identities helps somebody to find a forgotten badge.
    ///
    /// The others belong to strangers' phones and are never shown.
    var isLasting: Bool {
        switch self {
        case .beacon, .eddystone: true
        case .ephemeral, .privateAddress: false
        }
    }
}
