public import Beacons

/// A set of beacons; at least one of them must be heard.
public struct BeaconIdentityCondition: Hashable, Sendable {
    /// Which beacons count.
    public let constraint: BeaconIdentityConstraint

    /// Counts the beacons of a constraint.
    public init(_ constraint: BeaconIdentityConstraint) { self.constraint = constraint }

    /// Counts every beacon with the UUID.
    public init(uuid: ProximityUUID) { self.init(BeaconIdentityConstraint(uuid: uuid)) }

    /// Counts every beacon with the UUID and the major.
    public init(uuid: ProximityUUID, major: UInt16) {
        self.init(BeaconIdentityConstraint(uuid: uuid, major: major))
    }

    /// Counts the beacons with exactly this identity.
    public init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.init(BeaconIdentityConstraint(uuid: uuid, major: major, minor: minor))
    }
}
