/// A set of beacons whose identity has the given parts; a missing part matches every value.
///
/// A minor without a major cannot be expressed.
public struct BeaconIdentityConstraint: Hashable, Sendable {
    /// The UUID that matches.
    public let uuid: ProximityUUID
    /// The major that matches; `nil` matches every major.
    public let major: UInt16?
    /// The minor that matches; `nil` matches every minor.
    public let minor: UInt16?

    /// Matches every beacon with the UUID.
    public init(uuid: ProximityUUID) {
        self.uuid = uuid
        major = nil
        minor = nil
    }

    /// Matches every beacon with the UUID and the major.
    public init(uuid: ProximityUUID, major: UInt16) {
        self.uuid = uuid
        self.major = major
        minor = nil
    }

    /// Matches one identity.
    public init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Matches exactly one identity.
    public init(_ identity: BeaconIdentity) {
        self.init(uuid: identity.uuid, major: identity.major, minor: identity.minor)
    }

    /// Whether the identity belongs to the set.
    public func matches(_ identity: BeaconIdentity) -> Bool {
        uuid == identity.uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }
}
