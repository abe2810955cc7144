import Beacons
import Conditions
import Observations

/// A condition that a device was near recently, or whose beacon it heard; its state may differ from the far
/// ones.
struct NearCondition {
    /// The condition.
    let definition: TableConditions.Definition
    let leaf: NearLeaf
    private(set) var known: KnownState
    /// One track for each source of the evaluation, in the same order.
    private var tracks: SmallArray<NearTrack>

    /// Makes a far condition near.
    init(
        _ definition: TableConditions.Definition, _ leaf: NearLeaf, known: KnownState,
        sources: SmallArray<DeviceSource>
    ) {
        self.definition = definition
        self.leaf = leaf
        self.known = known
        tracks = SmallArray(filler: NearTrack(.blank, of: leaf))
        for source in sources { tracks.append(NearTrack(source, of: leaf)) }
    }

    /// A number from its cache lines, and from its rules.
    var touched: Int { tracks.count &+ leaf.touched }

    /// The key of the condition.
    var key: ConditionKey { definition.key }
    /// The kind of evidence that decides it.
    var kind: ConditionKind { leaf.kind }

    /// Adds a new source.
    mutating func add(_ source: DeviceSource) {
        tracks.append(NearTrack(source, of: leaf, believed: known.assumed == .satisfied))
    }

    /// Drops the reports of a source.
    mutating func removeSource(at index: Int) {
        tracks.remove(at: index)
        known.assumeNothing()
    }

    /// The same condition with its sources in another order.
    func reordered(_ order: [Int]) -> NearCondition {
        var condition = self
        condition.tracks.removeAll { _ in true }
        for index in order { condition.tracks.append(tracks[index]) }
        return condition
    }

    /// Records the meaning of a source's observation.
    ///
    /// - Returns: Whether the source's verdict changed.
    mutating func observe(_ step: SourceStep, from index: Int) -> Bool {
        tracks.update(index) { [leaf] in $0.observe(step, of: leaf) }
    }

    /// Decides from the reports of all sources.
    mutating func decide(
        at time: ObservationTime, witnessed: ObservationTime, sources: SmallArray<DeviceSource>,
        rules: EvaluationRules
    ) -> ConditionTransition? {
        var tally = SourceTally()
        // Indexes instead of `zip`, which copies both lists and their elements.
        for index in tracks.indices {
            tracks.withElement(index) { track in
                sources.withElement(index) { source in
                    guard source.mayTell(of: kind) else { return }
                    tally.add(track.report(of: source, witnessed: witnessed, by: rules))
                }
            }
        }
        guard var change = known.take(tally.finding(at: time)) else { return nil }
        change.refinement = refinement(witnessed: witnessed, sources: sources, rules: rules)
        return change
    }

    /// The nearest matching beacon now (LD12).
    private func refinement(
        witnessed: ObservationTime, sources: SmallArray<DeviceSource>, rules: EvaluationRules
    ) -> BeaconIdentityCondition? {
        guard known.state == .satisfied, case .beacon(let beacons, _) = leaf else { return nil }
        var nearest: HeardBeacon?
        for index in tracks.indices {
            let isLost = sources.withElement(index) { $0.isLost(witnessed: witnessed, by: rules) }
            guard !isLost, let beacon = tracks.withElement(index, { $0.nearest(by: rules) }) else { continue }
            if nearest.map({ beacon.isNearer(than: $0) }) ?? true { nearest = beacon }
        }
        return nearest.map {
            BeaconIdentityCondition(uuid: beacons.constraint.uuid, major: $0.major, minor: $0.minor)
        }
    }

    /// Whether it will have the same state as the far conditions of its kind from now on.
    ///
    /// No observation from before the given time may still count.
    func isFar(
        like far: KnownState, sources: SmallArray<DeviceSource>, rules: EvaluationRules,
        after time: ObservationTime
    ) -> Bool {
        known.agrees(with: far, after: time)
            && zip(tracks, sources).allSatisfy { $0.isFar($1, by: rules, after: time) }
            && (kind == .region || known.state.isKnown || hasSilence(of: far, sources: sources, rules: rules))
    }

    /// Whether a return from `unknown` would have the same date as for the far conditions.
    ///
    /// A silence counts from its beginning, however long ago that was.
    private func hasSilence(
        of far: KnownState, sources: SmallArray<DeviceSource>, rules: EvaluationRules
    ) -> Bool {
        known.lastTransition == far.lastTransition
            && zip(tracks, sources).allSatisfy { track, source in
                guard case .beacon(let track) = track else { return false }
                return track.silentAt(exitAfter: rules.exitAfter) == source.silentAt(by: rules)
            }
    }
}

/// Identifies a condition of a table while it exists: its slot and its number.
struct ConditionKey: Hashable {
    let slot: Int32
    let number: Int

    /// A range with only its number.
    var range: Range<Int> { number..<number + 1 }
}
