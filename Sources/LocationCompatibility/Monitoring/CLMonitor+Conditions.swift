import Beacons
import Conditions
public import Foundation

extension CLMonitor {
    /// A circle on the ground: satisfied inside, unsatisfied elsewhere (L40).
    public struct CircularGeographicCondition: CLCondition, Hashable {
        /// The centre of the circle.
        public let center: CLLocationCoordinate2D
        /// The radius, in metres.
        public let radius: CLLocationDistance

        /// Makes a circle; an invalid one is reported as unsupported after it is added (LD16).
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }
    }

    /// A set of beacons: satisfied while at least one of them is heard (L42).
    public struct BeaconIdentityCondition: CLCondition, Hashable {
        /// The UUID that matches.
        public let uuid: UUID
        /// The major that matches; `nil` matches every major.
        public let major: CLBeaconMajorValue?
        /// The minor that matches; `nil` matches every minor.
        public let minor: CLBeaconMinorValue?

        /// Matches every beacon with the UUID.
        public init(uuid: UUID) {
            self.uuid = uuid
            major = nil
            minor = nil
        }

        /// Matches every beacon with the UUID and the major.
        public init(uuid: UUID, major: CLBeaconMajorValue) {
            self.uuid = uuid
            self.major = major
            minor = nil
        }

        /// Matches one identity.
        public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
            self.uuid = uuid
            self.major = major
            self.minor = minor
        }
    }
}

extension CLMonitor.BeaconIdentityCondition {
    init(_ condition: Conditions.BeaconIdentityCondition) { self.init(condition.constraint) }

    init(_ constraint: BeaconIdentityConstraint) {
        let uuid = UUID(constraint.uuid)
        switch (constraint.major, constraint.minor) {
        case (let major?, let minor?): self.init(uuid: uuid, major: major, minor: minor)
        case (let major?, nil): self.init(uuid: uuid, major: major)
        default: self.init(uuid: uuid)
        }
    }

    /// The same set as a type of the library `Beacons`.
    var constraint: BeaconIdentityConstraint {
        let uuid = ProximityUUID(uuid)
        guard let major else { return BeaconIdentityConstraint(uuid: uuid) }
        guard let minor else { return BeaconIdentityConstraint(uuid: uuid, major: major) }
        return BeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    }
}

extension Condition {
    /// Converts a condition to the library `Conditions`; `nil` when it cannot be monitored (LD16).
    init?(_ condition: any CLCondition) {
        switch condition {
        case let condition as Condition: self = condition
        case let beacons as CLMonitor.BeaconIdentityCondition:
            self = .beacon(Conditions.BeaconIdentityCondition(beacons.constraint))
        case let circle as CLMonitor.CircularGeographicCondition:
            guard
                let circle = Conditions.CircularGeographicCondition(
                    center: circle.center, radius: circle.radius)
            else { return nil }
            self = .circular(circle)
        default: return nil
        }
    }

    /// The same condition under Apple's name, or itself if there is no such name.
    var named: any CLCondition {
        if case .circular(let circle) = self {
            return CLMonitor.CircularGeographicCondition(
                center: CLLocationCoordinate2D(circle.center), radius: circle.radius)
        }
        if case .beacon(let beacons) = self { return CLMonitor.BeaconIdentityCondition(beacons) }
        return self
    }
}

extension Conditions.CircularGeographicCondition {
    /// Makes a circle; `nil` when the place or the radius is invalid.
    init?(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
        guard let center = center.coordinate else { return nil }
        // The only possible error is an invalid radius.
        do { try self.init(center: center, radius: radius) } catch { return nil }
    }
}
