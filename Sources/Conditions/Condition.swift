public import Beacons
public import Geodesy

/// Something about a device's surroundings that is true or false.
public enum Condition: Hashable, Sendable {
    /// The device is inside a circle on the ground.
    case circular(CircularGeographicCondition)
    /// The device hears at least one beacon of a set.
    case beacon(BeaconIdentityCondition)
}

/// A circle on the ground.
public struct CircularGeographicCondition: Hashable, Sendable {
    /// The middle of the circle.
    public let center: Coordinate
    /// The radius along the ground, in metres; above 0, at most ``largestRadius``.
    public let radius: Double

    /// Half the equator in metres: no two places are farther apart.
    public static let largestRadius = 20_037_508.342789244

    /// Makes a circle.
    ///
    /// - Throws: ``ConditionError/radiusOutOfRange`` for a radius that is not finite, not positive, or above
    ///   ``largestRadius``; nothing is silently reduced (LD7).
    public init(center: Coordinate, radius: Double) throws(ConditionError) {
        guard radius > 0, radius <= Self.largestRadius else { throw .radiusOutOfRange }
        self.center = center
        self.radius = radius
    }
}

/// A set of beacons, at least one of which must be heard.
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

/// Why a condition cannot exist.
public enum ConditionError: Error, Equatable, Sendable {
    /// The radius is not finite, not positive, or above half the equator.
    case radiusOutOfRange
}
