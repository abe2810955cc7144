import Beacons

/// Finds the conditions that a beacon satisfies: those of its identity, of its major, and of its UUID.
struct BeaconFinder: Sendable {
    /// A set of beacons; what is not given is below zero.
    private struct Pattern: Hashable {
        let uuid: ProximityUUID
        let major: Int32
        let minor: Int32

        init(uuid: ProximityUUID, major: UInt16?, minor: UInt16?) {
            self.uuid = uuid
            self.major = major.map(Int32.init) ?? -1
            self.minor = minor.map(Int32.init) ?? -1
        }

        init(_ constraint: BeaconIdentityConstraint) {
            self.init(uuid: constraint.uuid, major: constraint.major, minor: constraint.minor)
        }
    }

    private var keys: [Pattern: [ConditionKey]] = [:]

    mutating func insert(_ constraint: BeaconIdentityConstraint, key: ConditionKey) {
        keys[Pattern(constraint), default: []].append(key)
    }

    mutating func remove(_ constraint: BeaconIdentityConstraint, key: ConditionKey) {
        let pattern = Pattern(constraint)
        keys[pattern]?.removeAll { $0 == key }
        if keys[pattern]?.isEmpty == true { keys[pattern] = nil }
    }

    func forEach(matching identity: BeaconIdentity, _ body: (ConditionKey) -> Void) {
        let patterns = (
            Pattern(uuid: identity.uuid, major: identity.major, minor: identity.minor),
            Pattern(uuid: identity.uuid, major: identity.major, minor: nil),
            Pattern(uuid: identity.uuid, major: nil, minor: nil)
        )
        keys[patterns.0]?.forEach(body)
        keys[patterns.1]?.forEach(body)
        keys[patterns.2]?.forEach(body)
    }
}
