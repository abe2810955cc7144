import Beacons
import Observations

extension ConditionStateMachine {
    /// The nearest matching beacon now (LD12); `nil` while the condition is not satisfied (L36) or no beacon
    /// matches.
    ///
    /// In a tree, it is the nearest beacon of all satisfied parts that make the whole satisfied. Beacons
    /// below a negated condition never count. If only this beacon changes, there is no transition.
    public var currentRefinement: BeaconIdentityCondition? {
        guard state == .satisfied else { return nil }
        var nearest: NearestBeacon?
        collect(at: 0, &nearest)
        return nearest.map { BeaconIdentityCondition(BeaconIdentityConstraint($0.identity)) }
    }

    private func collect(at place: Int, _ nearest: inout NearestBeacon?) {
        switch plan.nodes[place].kind {
        case .boundary, .window, .not: break
        case .beacon(let number): collect(fromBeacons: number, &nearest)
        case .dwell: collect(at: place + 1, &nearest)
        case .all, .any:
            var part = place + 1
            while part < plan.nodes[place].end {
                if finding(at: part).truth == .satisfied { collect(at: part, &nearest) }
                part = plan.nodes[part].end
            }
        }
    }

    private func collect(fromBeacons number: Int, _ nearest: inout NearestBeacon?) {
        for source in tracks.sources.indices where !tracks.isLost(source, plan: plan) {
            let track = tracks.beacons[source * plan.beacons.count + number]
            guard track.verdict(exitAfter: plan.rules.exitAfter) == true, let heard = track.nearest else {
                continue
            }
            let candidate = NearestBeacon(heard, of: plan.beacons[number].constraint.uuid)
            if nearest.map({ candidate.isNearer(than: $0) }) ?? true { nearest = candidate }
        }
    }

    /// The finding for a condition of the tree.
    func finding(at place: Int) -> ConditionFinding {
        guard hasObserved else { return ConditionFinding(.undecided, since: now) }
        guard let leaves else { return tracks.findingOfOnlyLeaf(plan: plan, at: now) }
        return plan.finding(at: place, from: leaves, now: now)
    }
}

/// A candidate for the nearest beacon.
private struct NearestBeacon {
    let identity: BeaconIdentity
    let loss: Int16

    init(_ heard: HeardBeacon, of uuid: ProximityUUID) {
        identity = BeaconIdentity(uuid: uuid, major: heard.major, minor: heard.minor)
        loss = heard.loss
    }

    /// Orders by nearness, and equally near beacons by identity.
    func isNearer(than other: NearestBeacon) -> Bool { (loss, identity) < (other.loss, other.identity) }
}
