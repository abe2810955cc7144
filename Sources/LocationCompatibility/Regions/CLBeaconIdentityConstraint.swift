import Beacons
public import Foundation

/// A set of beacons; a missing part matches every value.
public final class CLBeaconIdentityConstraint: NSObject, Sendable {
    /// The UUID that matches.
    public let uuid: UUID
    /// The major that matches; `nil` matches every major.
    public let major: CLBeaconMajorValue?
    /// The minor that matches; `nil` matches every minor.
    public let minor: CLBeaconMinorValue?

    /// Matches every beacon with the UUID.
    public convenience init(uuid: UUID) { self.init(CLMonitor.BeaconIdentityCondition(uuid: uuid)) }

    /// Matches every beacon with the UUID and the major.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue) {
        self.init(CLMonitor.BeaconIdentityCondition(uuid: uuid, major: major))
    }

    /// Matches one identity.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
        self.init(CLMonitor.BeaconIdentityCondition(uuid: uuid, major: major, minor: minor))
    }

    init(_ condition: CLMonitor.BeaconIdentityCondition) {
        uuid = condition.uuid
        major = condition.major
        minor = condition.minor
        super.init()
    }

    convenience init(_ constraint: BeaconIdentityConstraint) {
        self.init(CLMonitor.BeaconIdentityCondition(constraint))
    }

    /// The same set as a type of the library `Beacons`.
    var constraint: BeaconIdentityConstraint {
        let uuid = ProximityUUID(uuid)
        guard let major else { return BeaconIdentityConstraint(uuid: uuid) }
        guard let minor else { return BeaconIdentityConstraint(uuid: uuid, major: major) }
        return BeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    }

    /// Whether the other matches the same beacons.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CLBeaconIdentityConstraint)?.constraint == constraint
    }

    /// A hash that equal constraints share.
    public override var hash: Int { constraint.hashValue }
}
