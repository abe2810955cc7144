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
    init(_ key: ConditionKey, kind: PresenceKind, known: KnownState, sources: [SourceFacts], by rules: PresenceRules) {
        self.key = key
        self.kind = kind
        self.known = known
        tracks = sources.map { NearTrack($0, of: kind, by: rules) }
    }

    /// Notes that a source speaks for the first time.
    mutating func add(_ facts: SourceFacts, by rules: PresenceRules) {
        tracks.append(NearTrack(facts, of: kind, by: rules, believed: known.assumed == .satisfied))
    }

    /// The same with its sources in another order.
    func reordered(_ order: [Int]) -> NearCondition {
        var condition = self
        condition.tracks = order.map { tracks[$0] }
        return condition
    }

    mutating func observe(
        _ step: SourceStep, from index: Int, facts: SourceFacts, condition: Condition, rules: PresenceRules
    ) {
        tracks[index].observe(step, from: facts, condition: condition, rules: rules)
    }

    /// Decides by what all sources told.
    mutating func decide(
        at time: ObservationTime, newest: ObservationTime, sources: [SourceFacts], rules: PresenceRules
    ) -> ConditionTransition? {
        var tally = SourceTally()
        for (track, facts) in zip(tracks, sources) where facts.mayTell(of: kind) {
            tally.add(track.word(of: facts, by: rules), isLost: facts.isLost(at: newest, by: rules))
        }
        guard var change = known.take(tally.decision(assumed: known.assumed), at: time) else { return nil }
        change.refinement = refinement(newest: newest, sources: sources, rules: rules)
        return change
    }

    /// The nearest matching beacon now (LD12).
    func refinement(
        newest: ObservationTime, sources: [SourceFacts], rules: PresenceRules
    ) -> BeaconIdentityCondition? {
        guard known.state == .satisfied, kind == .beacon else { return nil }
        var nearest: HeardBeacon?
        for (track, facts) in zip(tracks, sources) where !facts.isLost(at: newest, by: rules) {
            guard let beacon = track.nearest(of: facts, by: rules) else { continue }
            if nearest.map({ beacon.isNearer(than: $0) }) ?? true { nearest = beacon }
        }
        return nearest.map { BeaconIdentityCondition(BeaconIdentityConstraint($0.identity)) }
    }

    /// Whether it will from now on be like all others of its kind, given that no observation from before that time will
    /// be used any more.
    func isFar(
        like far: KnownState, sources: [SourceFacts], rules: PresenceRules, after time: ObservationTime
    ) -> Bool {
        known.agrees(with: far, after: time)
            && zip(tracks, sources).allSatisfy { $0.isFar($1, by: rules, after: time) }
    }
}

/// Names a condition of a table for as long as it is there: where it lies, and which one in all it is.
struct ConditionKey: Hashable {
    let slot: Int32
    let number: Int

    /// The numbers of no other condition.
    var range: Range<Int> { number..<number + 1 }
}
