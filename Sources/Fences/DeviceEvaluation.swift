import Conditions
import Observations

/// What a device's sources reported about the conditions of one policy that were added in one stretch of time.
///
/// A condition knows only what was observed after it was added. Evaluations of later conditions are joined with earlier ones
/// as soon as nothing distinguishes them any more.
struct DeviceEvaluation {
    /// Which of the table's policies.
    let policy: Int32
    /// Whether it is about one condition that some source speaks about alone; that is never joined with others.
    private(set) var isAlone: Bool
    /// The numbers of the conditions that it is about.
    private(set) var numbers: Range<Int>
    private(set) var sources = SmallArray(filler: DeviceSource.blank)
    /// Until when time went on, as more than one report bears out; by it a silent source is missed (LD15).
    private(set) var witnessed = ObservationTime(microseconds: .min)
    /// How far every source must come before the next search for conditions that nothing distinguishes any more.
    private var nextDeparture = ObservationTime(microseconds: .min)
    /// How many observations there were; it starts over at the end of its range.
    private var observations: UInt32 = 0
    /// Where a fix lies in no region that is not apart already.
    private var quiet = NoChangeZone()
    private var farRegions: KnownState
    private var farBeacons: KnownState
    /// The conditions that are not like all others of their kind.
    private(set) var near: [NearCondition] = []
    /// The numbers of conditions that have evaluations of their own.
    private var elsewhere: [Int] = []
    /// The conditions over others, with a machine each.
    private(set) var machines: [MachineCondition]

    /// Begins to observe the conditions of a policy whose numbers are in a range.
    ///
    /// What is taken for granted comes for the regions first, then for the sets of beacons.
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

    /// An evaluation of no condition.
    static let blank = DeviceEvaluation()

    private init() {
        policy = 0
        numbers = 0..<0
        isAlone = false
        farRegions = KnownState(assuming: .unknown)
        farBeacons = KnownState(assuming: .unknown)
        machines = []
    }

    /// Begins to observe one condition.
    init(
        alone definition: TableConditions.Definition, in conditions: TableConditions,
        assuming state: ConditionState
    ) {
        self.init(policy: definition.policy, numbers: definition.key.range, in: conditions)
        isAlone = true
        assume(state, of: definition)
    }

    /// Whether it has been given an observation that counted.
    var isEmpty: Bool { sources.isEmpty }

    /// Whether nothing was observed or assumed of a condition that it is about.
    func isBlank(_ definition: TableConditions.Definition) -> Bool {
        isEmpty && !near.contains { $0.key == definition.key }
    }

    /// What is known of the conditions that are not near.
    func far(_ kind: ConditionKind) -> KnownState { kind == .region ? farRegions : farBeacons }

    /// Whether it is about a condition.
    func isAbout(_ definition: TableConditions.Definition) -> Bool {
        policy == definition.policy && numbers.contains(definition.key.number)
            && !elsewhere.contains(definition.key.number)
    }

    /// The state of a condition that it is about.
    func state(of definition: TableConditions.Definition) -> ConditionState {
        guard let kind = definition.leaf?.kind else {
            return machines.first { $0.key == definition.key }?.machine.state ?? .unknown
        }
        return near.first { $0.key == definition.key }?.known.state ?? far(kind).state
    }
}

// MARK: - Reading ahead

extension DeviceEvaluation {
    /// Numbers from the lines of memory that it lies on, and from the beginning of what is near.
    var touched: Int {
        Int(policy) &+ Int(observations) &+ sources.count &+ machines.count &+ elsewhere.count &+ near.count
    }

    /// Numbers from the lines of memory that hold what is near; of more than a few conditions not all are read.
    var touchedNear: Int {
        var sum = 0
        for position in 0..<min(near.count, 4) { sum &+= near[position].touched }
        return sum
    }
}

// MARK: - Observing

extension DeviceEvaluation {
    /// Takes an observation, and adds each change to a list.
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
        // What the only source says again changes nothing; of several, one may have fallen silent.
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

    /// The source of an observation; it is added when it speaks for the first time.
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
        // A source may be behind those that spoke before it.
        nextDeparture = min(nextDeparture, observation.time)
        return sources.count - 1
    }

    /// Sets those conditions apart that an observation speaks for.
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

    /// Sets those regions apart that a fix lies in; most fixes are so near the last look that none can be new.
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

    /// Forgets the zone without a change, because some regions are no longer apart.
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

    /// The conditions of a kind that are not near.
    private func others(_ kind: ConditionKind) -> OtherConditions {
        OtherConditions(
            kind: kind, policy: policy, numbers: numbers,
            exceptions: near.filter { $0.kind == kind }.map(\.key.number) + elsewhere)
    }

    /// What is known, as changes that lead to it.
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

    /// The newest observation's time.
    private var newest: ObservationTime {
        sources.lazy.map(\.facts.newest).max() ?? ObservationTime(microseconds: .min)
    }

    /// How far every source has come: no observation from before that time will be used any more, for what is older
    /// than the newest of its source is late.
    private var cameTo: ObservationTime {
        var time = ObservationTime(microseconds: .max)
        for index in sources.indices { time = min(time, sources.newest(at: index)) }
        return time
    }

    /// The same without sources that are missed: sources whose clocks are hours behind would keep apart everything that a
    /// device was near for hours.
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

    /// The same for sources that have not spoken yet, if they are not farther behind than one that counts.
    private func settled(_ rules: EvaluationRules) -> ObservationTime {
        cameTo.advanced(byMicroseconds: -rules.goneAfter)
    }

    /// How many conditions are kept apart for the sake of sources that are missed.
    static let mostApart = 64

    /// Drops what is known of conditions that nothing distinguishes from the others any more.
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
    /// How many sources of a device are distinguished: more than a hall has gateways; each gateway is a source.
    static let mostSources = 64
    /// How many observations of others there are before a source that is gone is forgotten.
    static let patience: UInt32 = 1_024

    /// Forgets a source that has been gone for long, as if it had never spoken; so no number of sources takes more
    /// memory than sixty-four.
    ///
    /// By the time of the observations alone it could not be distinguished from one whose clock is behind the others'; by the
    /// order in which they came alone, a source that speaks seldom would lose what it said.
    ///
    /// - Returns: Whether there was one.
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

    /// The source from which nothing came for the longest time.
    private var longestSilent: Int {
        var found = 0
        for place in 1..<sources.count
        where silence(at: place) > silence(at: found) { found = place }
        return found
    }

    /// How many observations there were since a source's last.
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
    /// Begins a condition with a state, while nothing has been observed.
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

    /// Leaves a condition to an evaluation of its own, which the caller makes.
    mutating func splitOff(_ key: ConditionKey) {
        near.removeAll { $0.key == key }
        machines.removeAll { $0.key == key }
        elsewhere.append(key.number)
    }

    /// Forgets what is held about conditions that are no longer there.
    mutating func prune(_ conditions: TableConditions) {
        lookAgain()
        near.removeAll { conditions.definition($0.key) == nil }
        machines.removeAll { conditions.definition($0.key) == nil }
        elsewhere.removeAll { !conditions.hasConditions(of: policy, in: $0..<$0 + 1) }
    }

    /// An evaluation of one of its conditions, with all that is known of it.
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

    /// Joins the conditions of a later evaluation with its own, if nothing distinguishes the two any more.
    ///
    /// - Returns: Whether it did.
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
