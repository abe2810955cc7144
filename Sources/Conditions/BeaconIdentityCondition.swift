public import Beacons

/// A set of beacons; the condition is satisfied while at least one of them is heard.
public struct BeaconIdentityCondition: Hashable, Sendable {
    /// The beacons of the set.
    public let constraint: BeaconIdentityConstraint

    /// Makes a condition for the beacons of a constraint.
    public init(_ constraint: BeaconIdentityConstraint) { self.constraint = constraint }

    /// Makes a condition for every beacon with the UUID.
    public init(uuid: ProximityUUID) { self.init(BeaconIdentityConstraint(uuid: uuid)) }

    /// Makes a condition for every beacon with the UUID and the major.
    public init(uuid: ProximityUUID, major: UInt16) {
        self.init(BeaconIdentityConstraint(uuid: uuid, major: major))
    }

    /// Makes a condition for the beacons with exactly this identity.
    public init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.init(BeaconIdentityConstraint(uuid: uuid, major: major, minor: minor))
    }
}
