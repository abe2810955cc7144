package import Beacons
package import Observations

/// A set of beacons, as a leaf of a condition.
package struct BeaconLeaf: Hashable, Sendable {
    /// The beacons of the set.
    package let constraint: BeaconIdentityConstraint
    /// The weakest signal that counts as heard, in dBm.
    package let weakestSignal: Int8
    /// Its index among the conditions of the tree.
    package let place: Int
    /// How many microseconds of verdicts each track keeps; 0 where no dwell needs them.
    package let horizon: Int64

    init(_ constraint: BeaconIdentityConstraint, rules: EvaluationRules, place: Int, horizon: Int64) {
        self.constraint = constraint
        weakestSignal = rules.weakestSignal
        self.place = place
        self.horizon = horizon
    }

    /// Whether a sighting is strong enough; an unknown strength is.
    package func counts(_ sighting: BeaconSighting) -> Bool {
        guard constraint.matches(sighting.identity) else { return false }
        guard let rssi = sighting.rssi else { return true }
        return rssi >= weakestSignal
    }
}
