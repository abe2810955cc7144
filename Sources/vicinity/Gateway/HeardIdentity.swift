import Beacons

/// The identity in an advertisement, as far as a gateway passes it on.
enum HeardIdentity: Hashable, Sendable {
    /// The numbers of an iBeacon.
    case beacon(BeaconIdentity)
    /// The namespace (ten bytes) and the instance (six bytes) of an Eddystone UID.
    case eddystone(namespace: UInt128, instance: UInt64)
    /// An Eddystone EID.
    case ephemeral(UInt64)
    /// A resolvable private address.
    case privateAddress(UInt64)

    /// Whether it may be written to the disk: it is no address of a stranger's phone.
    var isLasting: Bool {
        switch self {
        case .beacon, .eddystone: true
        case .ephemeral, .privateAddress: false
        }
    }
}
