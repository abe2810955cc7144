package import Beacons
package import Observations

/// A set of beacons, as a leaf of a condition.
package struct BeaconLeaf: Hashable, Sendable {
    /// Which beacons count.
    package let constraint: BeaconIdentityConstraint
    /// The weakest signal that counts, in dBm.
    package let weakestSignal: Int8
    /// Its place among the conditions of the tree.
    package let place: Int
    /// For how many microseconds a track's verdicts are kept; 0 where no stay is counted.
    package let horizon: Int64

    init(_ constraint: BeaconIdentityConstraint, rules: EvaluationRules, place: Int, horizon: Int64) {
        self.constraint = constraint
        weakestSignal = rules.weakestSignal
        self.place = place
        self.horizon = horizon
    }

    /// Whether an advertisement counts; one with an unknown strength does.
    package func counts(_ sighting: BeaconSighting) -> Bool {
        guard constraint.matches(sighting.identity) else { return false }
        guard let rssi = sighting.rssi else { return true }
        return rssi >= weakestSignal
    }
}
