import Beacons
import Conditions
import Observations

/// A condition that a device was near lately, or whose beacon it heard: what is known of it differs from the others.
struct NearCondition {
    /// Which of the table's conditions.
    let key: ConditionKey
    let kind: PresenceKind
    private(set) var known: KnownState
    /// One for each source of the view, in its order.
    private var tracks: [NearTrack]

    /// Sets a condition apart that until now was like all others of its kind.
    init(_ key: ConditionKey, _ leaf: NearLeaf, known: KnownState, sources: [DeviceSource]) {
        self.key = key
        kind = leaf.kind
        self.known = known
        tracks = sources.map { NearTrack($0, of: leaf) }
    }

    /// Notes that a source speaks for the first time.
    mutating func add(_ source: DeviceSource, of leaf: NearLeaf) {
        tracks.append(NearTrack(source, of: leaf, believed: known.assumed == .satisfied))
    }

    /// The same with its sources in another order.
    func reordered(_ order: [Int]) -> NearCondition {
        var condition = self
        condition.tracks = order.map { tracks[$0] }
        return condition
    }

    /// Takes what an observation of a source means.
    mutating func observe(_ step: SourceStep, from index: Int, of leaf: NearLeaf) {
        tracks[index].observe(step, of: leaf)
    }

    /// Decides by what all sources told.
    mutating func decide(
        at time: ObservationTime, now: ObservationTime, sources: [DeviceSource], leaf: NearLeaf,
        rules: EvaluationRules
    ) -> ConditionTransition? {
        var tally = SourceTally()
        for (track, source) in zip(tracks, sources) where source.mayTell(of: kind) {
            tally.add(track.report(of: source, now: now, by: rules))
        }
        guard var change = known.take(tally.finding(at: time)) else { return nil }
        change.refinement = refinement(now: now, sources: sources, leaf: leaf, rules: rules)
        return change
    }

    /// The nearest matching beacon now (LD12).
    private func refinement(
        now: ObservationTime, sources: [DeviceSource], leaf: NearLeaf, rules: EvaluationRules
    ) -> BeaconIdentityCondition? {
        guard known.state == .satisfied, case .beacon(let beacons, _) = leaf else { return nil }
        var nearest: HeardBeacon?
        for (track, source) in zip(tracks, sources) where !source.isLost(now: now, by: rules) {
            guard let beacon = track.nearest(by: rules) else { continue }
            if nearest.map({ beacon.isNearer(than: $0) }) ?? true { nearest = beacon }
        }
        return nearest.map {
            BeaconIdentityCondition(uuid: beacons.constraint.uuid, major: $0.major, minor: $0.minor)
        }
    }

    /// Whether it will from now on be like all others of its kind, given that no observation from before that time will
    /// be used any more.
    func isFar(
        like far: KnownState, sources: [DeviceSource], rules: EvaluationRules, after time: ObservationTime
    ) -> Bool {
        known.agrees(with: far, after: time)
            && zip(tracks, sources).allSatisfy { $0.isFar($1, by: rules, after: time) }
    }
}

/// Names a condition of a table for as long as it is there: where it lies, and which one of all it is.
struct ConditionKey: Hashable {
    let slot: Int32
    let number: Int

    /// The numbers of no other condition.
    var range: Range<Int> { number..<number + 1 }
}
