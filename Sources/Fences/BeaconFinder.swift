import Beacons

/// Finds the conditions that a beacon satisfies, by its identity, by its major, and by its UUID.
struct BeaconFinder: Sendable {
    /// A set of beacons; missing parts are negative.
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
    /// Whether any pattern has this form; an unused form is not looked up.
    private var hasExact = false
    private var hasMajors = false
    private var hasOrganisations = false

    mutating func insert(_ constraint: BeaconIdentityConstraint, key: ConditionKey) {
        keys[Pattern(constraint), default: []].append(key)
        if constraint.minor != nil {
            hasExact = true
        } else if constraint.major != nil {
            hasMajors = true
        } else {
            hasOrganisations = true
        }
    }

    mutating func remove(_ constraint: BeaconIdentityConstraint, key: ConditionKey) {
        let pattern = Pattern(constraint)
        keys[pattern]?.removeAll { $0 == key }
        if keys[pattern]?.isEmpty == true { keys[pattern] = nil }
    }

    func forEach(matching identity: BeaconIdentity, _ body: (ConditionKey) -> Void) {
        if hasExact {
            forEach(of: Pattern(uuid: identity.uuid, major: identity.major, minor: identity.minor), body)
        }
        if hasMajors { forEach(of: Pattern(uuid: identity.uuid, major: identity.major, minor: nil), body) }
        if hasOrganisations { forEach(of: Pattern(uuid: identity.uuid, major: nil, minor: nil), body) }
    }

    private func forEach(of pattern: Pattern, _ body: (ConditionKey) -> Void) {
        guard let found = keys[pattern] else { return }
        for key in found { body(key) }
    }
}
