import Conditions
import Observations

/// A device's reports on the conditions of one policy that were added within one period.
///
/// Only observations after its addition count for a condition. Evaluations of later conditions are merged
/// into earlier ones as soon as they no longer differ.
struct DeviceEvaluation {
    /// The index of the policy in the table.
    let policy: Int32
    /// Whether it is about a single condition that some source decides alone; such an evaluation is never
    /// merged.
    private(set) var isAlone: Bool
    /// The numbers of its conditions.
    private(set) var numbers: Range<Int>
    private(set) var sources = SmallArray(filler: DeviceSource.blank)
    /// The time that more than one report confirms to have passed; a source too far behind it counts as
    /// silent (LD15).
    private(set) var witnessed = ObservationTime(microseconds: .min)
    /// The time that every source must reach before the next search for near conditions that no longer differ
    /// from the far ones.
    private var nextDeparture = ObservationTime(microseconds: .min)
    /// The number of observations; it wraps around.
    private var observations: UInt32 = 0
    /// The zone in which a fix is in no region except those that are already near.
    private var quiet = NoChangeZone()
    private var farRegions: KnownState
    private var farBeacons: KnownState
    /// The conditions with their own states, in contrast to the far ones.
    private(set) var near: [NearCondition] = []
    /// The numbers of conditions with separate evaluations.
    private var elsewhere: [Int] = []
    /// The compound conditions, each with its own machine.
    private(set) var machines: [MachineCondition]

    /// Starts the evaluation of a policy's conditions with numbers in a range.
    ///
    /// The assumed states are those of the regions first, then those of the sets of beacons.
    init(
        policy: Int32, numbers: Range<Int>, in conditions: TableConditions,
        assuming states: [ConditionState] = [.unknown, .unknown]
    ) {
        self.policy = policy
        self.numbers = numbers
        isAlone = false
        farRegions = KnownState(assuming: states[Int(ConditionKind.region.rawValue)])
        farBeacons = KnownState(assuming: states[Int(ConditionKind.beacon.rawValue)])
        machines = conditions.trees(of: policy, numbers: numbers).map {
            MachineCondition($0)
        }
    }

    /// An evaluation without conditions.
    static let blank = DeviceEvaluation()

    private init() {
        policy = 0
        numbers = 0..<0
        isAlone = false
        farRegions = KnownState(assuming: .unknown)
        farBeacons = KnownState(assuming: .unknown)
        machines = []
    }

    /// Starts the evaluation of one condition.
    init(
        alone definition: TableConditions.Definition, in conditions: TableConditions,
        assuming state: ConditionState
    ) {
        self.init(policy: definition.policy, numbers: definition.key.range, in: conditions)
        isAlone = true
        assume(state, of: definition)
    }

    /// Whether no observation has counted yet.
    var isEmpty: Bool { sources.isEmpty }

    /// Whether nothing was observed or assumed about one of its conditions.
    func isBlank(_ definition: TableConditions.Definition) -> Bool {
        isEmpty && !near.contains { $0.key == definition.key }
    }

    /// The state of the far conditions.
    func far(_ kind: ConditionKind) -> KnownState { kind == .region ? farRegions : farBeacons }

    /// Whether a condition belongs to this evaluation.
    func isAbout(_ definition: TableConditions.Definition) -> Bool {
        policy == definition.policy && numbers.contains(definition.key.number)
            && !elsewhere.contains(definition.key.number)
    }

    /// The state of one of its conditions.
    func state(of definition: TableConditions.Definition) -> ConditionState {
        guard let kind = definition.leaf?.kind else {
            return machines.first { $0.key == definition.key }?.machine.state ?? .unknown
        }
        return near.first { $0.key == definition.key }?.known.state ?? far(kind).state
    }
}

// MARK: - Reading ahead

extension DeviceEvaluation {
    /// Numbers from its cache lines, and from the beginning of the near conditions.
    var touched: Int {
        Int(policy) &+ Int(observations) &+ sources.count &+ machines.count &+ elsewhere.count &+ near.count
    }

    /// Numbers from the cache lines of the near conditions; if there are many, only some are read.
    var touchedNear: Int {
        var sum = 0
        for position in 0..<min(near.count, 4) { sum &+= near[position].touched }
        return sum
    }
}

// MARK: - Observing

extension DeviceEvaluation {
    /// Evaluates an observation, and appends each change to a list.
    mutating func observe(
        _ observation: Observation, in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        let rules = conditions.rules(policy)
        let isFewer = forgetGone(besides: observation.source, by: rules)
        observeMachines(observation, in: conditions, changes: &changes)
        let index = place(of: observation)
        guard let step = sources.update(index, { $0.take(observation, by: rules) }) else { return }
        witnessed = max(witnessed, step.effect.witnessed)
        approach(step, in: conditions)
        // A repetition by the only source changes nothing; with several sources, one may have fallen silent.
        let isNews = isFewer || sources.count > 1 || step.isNews
        for position in near.indices {
            guard near[position].observe(step, from: index) || isNews else { continue }
            decideNear(position, at: step.time, rules: rules, changes: &changes)
        }
        let isFarNews = sources.update(index) { $0.noteFar(step, by: rules) }
        if isNews || isFarNews {
            decideFar(.region, at: step.time, in: conditions, changes: &changes)
            decideFar(.beacon, at: step.time, in: conditions, changes: &changes)
        }
        depart(rules)
    }

    private mutating func observeMachines(
        _ observation: Observation, in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        for position in machines.indices {
            guard let definition = conditions.definition(machines[position].key),
                let change = machines[position].machine.observe(observation)
            else { continue }
            changes.append(ConditionChange(subject: definition.subject, change: change))
        }
    }

    /// The index of the observation's source; a new source is added.
    private mutating func place(of observation: Observation) -> Int {
        observations &+= 1
        for index in sources.indices where sources.isSource(observation.source, at: index) {
            sources.update(index) { $0.lastHeard = observations }
            return index
        }
        var source = DeviceSource(observation.source, since: observation.time)
        source.lastHeard = observations
        sources.append(source)
        for position in near.indices { near[position].add(source) }
        // A new source may be behind the earlier ones.
        nextDeparture = min(nextDeparture, observation.time)
        return sources.count - 1
    }

    /// Makes those conditions near that an observation supports.
    private mutating func approach(_ step: SourceStep, in conditions: TableConditions) {
        switch step.evidence {
        case .fix(let place, _): approach(place, in: conditions)
        case .sighting(let sighting):
            conditions.forEachBeacon(of: policy, matching: sighting.identity) {
                setApart($0, in: conditions)
            }
        case .elapsed, .none:
            break
        }
    }

    /// Makes those regions near that contain a fix; most fixes are so close to the last search that no new
    /// one is possible.
    private mutating func approach(_ place: FixedPlace, in conditions: TableConditions) {
        let coordinate = place.fix.coordinate
        if quiet.holds(coordinate) { return }
        let apart = near.map(\.key)
        let clearance = conditions.forEachRegion(
            of: policy, containing: place, except: { apart.contains($0) }
        ) {
            setApart($0, in: conditions)
        }
        quiet = NoChangeZone(near: coordinate, within: clearance)
    }

    /// Clears the zone, because some regions are no longer near.
    private mutating func lookAgain() { quiet = NoChangeZone() }

    private mutating func setApart(_ key: ConditionKey, in conditions: TableConditions) {
        guard numbers.contains(key.number), !near.contains(where: { $0.key == key }),
            !elsewhere.contains(key.number), let definition = conditions.definition(key),
            let leaf = definition.leaf
        else { return }
        near.append(NearCondition(definition, leaf, known: far(leaf.kind), sources: sources))
    }

    private mutating func decideNear(
        _ position: Int, at time: ObservationTime, rules: EvaluationRules, changes: inout [ConditionChange]
    ) {
        guard
            let change = near[position].decide(
                at: time, witnessed: witnessed, sources: sources, rules: rules)
        else { return }
        changes.append(
            ConditionChange(subject: near[position].definition.subject, change: change))
    }

    private mutating func decideFar(
        _ kind: ConditionKind, at time: ObservationTime, in conditions: TableConditions,
        changes: inout [ConditionChange]
    ) {
        let finding = farFinding(kind, at: time, by: conditions.rules(policy))
        let change = kind == .region ? farRegions.take(finding) : farBeacons.take(finding)
        guard let change, conditions.has(kind, of: policy, in: numbers) else { return }
        changes.append(ConditionChange(subject: .others(others(kind)), change: change))
    }

    /// The far conditions of a kind.
    private func others(_ kind: ConditionKind) -> OtherConditions {
        OtherConditions(
            kind: kind, policy: policy, numbers: numbers,
            exceptions: near.filter { $0.kind == kind }.map(\.key.number) + elsewhere)
    }

    /// The known states as changes that lead to them.
    func knownChanges(in conditions: TableConditions) -> [ConditionChange] {
        let others = ConditionKind.allCases.compactMap { kind in
            conditions.has(kind, of: policy, in: numbers)
                ? far(kind).change.map { ConditionChange(subject: .others(self.others(kind)), change: $0) }
                : nil
        }
        let apart = near.compactMap { entry in
            entry.known.change.map { ConditionChange(subject: entry.definition.subject, change: $0) }
        }
        let trees = machines.compactMap { entry -> ConditionChange? in
            guard entry.machine.state.isKnown, let definition = conditions.definition(entry.key) else {
                return nil
            }
            let change = ConditionTransition(
                state: entry.machine.state, time: newest, lastKnown: entry.machine.lastKnown)
            return ConditionChange(subject: definition.subject, change: change)
        }
        return others + apart + trees
    }

    private func farFinding(
        _ kind: ConditionKind, at time: ObservationTime, by rules: EvaluationRules
    ) -> ConditionFinding {
        var tally = SourceTally()
        for index in sources.indices {
            sources.withElement(index) { source in
                guard source.mayTell(of: kind) else { return }
                tally.add(source.farReport(of: kind, witnessed: witnessed, by: rules))
            }
        }
        return tally.finding(at: time)
    }

    /// The time of the newest observation.
    private var newest: ObservationTime {
        sources.lazy.map(\.facts.newest).max() ?? ObservationTime(microseconds: .min)
    }

    /// The time that every source has reached: older observations are late, so they no longer count.
    private var cameTo: ObservationTime {
        var time = ObservationTime(microseconds: .max)
        for index in sources.indices { time = min(time, sources.newest(at: index)) }
        return time
    }

    /// Like `cameTo`, but without silent sources.
    ///
    /// Otherwise, sources whose clocks are hours behind would keep conditions near for hours.
    private func cameToUnmissed(_ rules: EvaluationRules) -> ObservationTime {
        var time: ObservationTime?
        for index in sources.indices {
            sources.withElement(index) { source in
                guard !source.isSilent(witnessed: witnessed, by: rules) else { return }
                time = min(time ?? source.facts.newest, source.facts.newest)
            }
        }
        return time ?? cameTo
    }

    /// Like `cameTo`, but also for sources that will start later, if they are not too far behind to count.
    private func settled(_ rules: EvaluationRules) -> ObservationTime {
        cameTo.advanced(byMicroseconds: -rules.goneAfter)
    }

    /// The number of near conditions above which silent sources no longer keep conditions near.
    static let mostApart = 64

    /// Makes near conditions far again if they no longer differ from the far ones.
    private mutating func depart(_ rules: EvaluationRules) {
        let reached = near.count > Self.mostApart ? cameToUnmissed(rules) : cameTo
        guard reached >= nextDeparture else { return }
        nextDeparture = reached.advanced(byMicroseconds: rules.goneAfter / 8)
        guard !near.isEmpty, !isAlone else { return }
        let settled = reached.advanced(byMicroseconds: -rules.goneAfter)
        let before = near.count
        near.removeAll { [sources, farRegions, farBeacons] in
            $0.isFar(
                like: $0.kind == .region ? farRegions : farBeacons, sources: sources, rules: rules,
                after: settled)
        }
        if near.count < before { lookAgain() }
    }
}

// MARK: - Sources that are gone

extension DeviceEvaluation {
    /// The maximum number of sources of a device; each gateway is a source, and a hall has fewer gateways
    /// than this.
    static let mostSources = 64
    /// How many observations of other sources must come before a gone source is forgotten.
    static let patience: UInt32 = 1_024

    /// Forgets a source that has been gone for long, as if it had never reported.
    ///
    /// So any number of sources takes at most the memory of ``mostSources``. The time of the observations
    /// alone cannot distinguish such a source from one with a slow clock. The order of arrival alone would
    /// forget the reports of a source that seldom reports. So both must agree, unless there are too many
    /// sources.
    ///
    /// - Returns: Whether a source was forgotten.
    private mutating func forgetGone(besides speaker: ObservationSource, by rules: EvaluationRules) -> Bool {
        guard sources.count > 1 else { return false }
        let place = longestSilent
        let isGone = sources.withElement(place) {
            observations &- $0.lastHeard >= Self.patience && $0.facts.source != speaker
                && $0.isSilent(witnessed: witnessed, by: rules)
        }
        let isFull = sources.count >= Self.mostSources && !sources.contains { $0.facts.source == speaker }
        guard isGone || isFull else { return false }
        let source = sources[place].facts.source
        sources.remove(at: place)
        for position in near.indices { near[position].removeSource(at: place) }
        farRegions.assumeNothing()
        farBeacons.assumeNothing()
        for position in machines.indices { machines[position].machine.forget(source) }
        return true
    }

    /// The source with the longest silence, counted in observations.
    private var longestSilent: Int {
        var found = 0
        for place in 1..<sources.count
        where silence(at: place) > silence(at: found) { found = place }
        return found
    }

    /// The number of observations since a source's last one.
    private func silence(at place: Int) -> UInt32 {
        observations &- sources.withElement(place) { $0.lastHeard }
    }
}

extension SmallArray<DeviceSource> {
    /// Whether an element is a source, without copying it.
    fileprivate func isSource(_ source: ObservationSource, at index: Int) -> Bool {
        withElement(index) { $0.facts.source == source }
    }

    fileprivate func newest(at index: Int) -> ObservationTime { withElement(index) { $0.facts.newest } }
}

// MARK: - Conditions that come and go

extension DeviceEvaluation {
    /// Sets the initial state of a condition, before any observation.
    mutating func assume(_ state: ConditionState, of definition: TableConditions.Definition) {
        lookAgain()
        near.removeAll { $0.key == definition.key }
        machines.removeAll { $0.key == definition.key }
        if let leaf = definition.leaf {
            near.append(NearCondition(definition, leaf, known: KnownState(assuming: state), sources: sources))
        } else {
            machines.append(MachineCondition(definition, assuming: state))
        }
    }

    /// Hands a condition over to a separate evaluation, which the caller makes.
    mutating func splitOff(_ key: ConditionKey) {
        near.removeAll { $0.key == key }
        machines.removeAll { $0.key == key }
        elsewhere.append(key.number)
    }

    /// Drops the data about conditions that no longer exist.
    mutating func prune(_ conditions: TableConditions) {
        lookAgain()
        near.removeAll { conditions.definition($0.key) == nil }
        machines.removeAll { conditions.definition($0.key) == nil }
        elsewhere.removeAll { !conditions.hasConditions(of: policy, in: $0..<$0 + 1) }
    }

    /// A separate evaluation for one of its conditions, with all known data.
    func setAlone(_ definition: TableConditions.Definition) -> DeviceEvaluation {
        var evaluation = self
        evaluation.isAlone = true
        evaluation.lookAgain()
        evaluation.numbers = definition.key.range
        evaluation.elsewhere = []
        evaluation.near.removeAll { $0.key != definition.key }
        evaluation.machines.removeAll { $0.key != definition.key }
        return evaluation
    }

    /// Merges the conditions of a later evaluation into this one, if the two no longer differ.
    ///
    /// - Returns: Whether they were merged.
    mutating func join(_ later: DeviceEvaluation, by rules: EvaluationRules) -> Bool {
        let settled = settled(rules)
        guard policy == later.policy, witnessed == later.witnessed, sources.count == later.sources.count,
            farRegions.agrees(with: later.farRegions, after: settled),
            farBeacons.agrees(with: later.farBeacons, after: settled)
        else { return false }
        let isKnown = farBeacons.state.isKnown
        guard isKnown || farBeacons.lastTransition == later.farBeacons.lastTransition else { return false }
        var order: [Int] = []
        for source in sources {
            guard
                let index = later.sources.firstIndex(where: {
                    source.agrees(with: $0, by: rules, after: settled, isKnown: isKnown)
                })
            else { return false }
            order.append(index)
        }
        lookAgain()
        near += later.near.map { $0.reordered(order) }
        machines += later.machines
        elsewhere += later.elsewhere
        numbers = numbers.lowerBound..<later.numbers.upperBound
        return true
    }
}
