import Conditions
import Observations

/// What a device's sources told about the conditions of one policy that were added in one stretch of time.
///
/// A condition knows only what was observed after it was added. Views of later conditions are joined with earlier ones
/// as soon as nothing tells them apart any more.
struct DeviceView {
    /// Which of the table's policies.
    let policy: Int32
    /// Whether it is about one condition that some source speaks about alone; that is never joined with others.
    private(set) var isAlone: Bool
    /// The numbers of the conditions that it is about.
    private(set) var numbers: Range<Int>
    private(set) var sources = ShortList(filler: DeviceSource.blank)
    /// The newest observation's time.
    private(set) var now = ObservationTime(microseconds: .min)
    /// When it is looked for conditions that nothing tells apart any more.
    private var nextDeparture = ObservationTime(microseconds: .min)
    private var farRegions: KnownState
    private var farBeacons: KnownState
    /// The conditions that are not like all others of their kind.
    private(set) var near: [NearCondition] = []
    /// The numbers of conditions that views of their own are about.
    private var elsewhere: [Int] = []
    /// The conditions over others, with a machine each.
    private(set) var machines: [MachineCondition]

    /// Begins to observe the conditions of a policy whose numbers are in a range.
    ///
    /// What is taken for granted comes for the regions first, then for the sets of beacons.
    init(
        policy: Int32, numbers: Range<Int>, in conditions: PresenceConditions,
        assuming states: [ConditionState] = [.unknown, .unknown]
    ) {
        self.policy = policy
        self.numbers = numbers
        isAlone = false
        farRegions = KnownState(assuming: states[Int(PresenceKind.region.rawValue)])
        farBeacons = KnownState(assuming: states[Int(PresenceKind.beacon.rawValue)])
        machines = conditions.trees(of: policy, numbers: numbers).map {
            MachineCondition($0)
        }
    }

    /// A view of nothing, from which nothing follows.
    static let blank = DeviceView()

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
        alone definition: PresenceConditions.Definition, in conditions: PresenceConditions,
        assuming state: ConditionState
    ) {
        self.init(policy: definition.policy, numbers: definition.key.range, in: conditions)
        isAlone = true
        assume(state, of: definition)
    }

    /// Whether it has been given an observation that counted.
    var isEmpty: Bool { sources.isEmpty }

    /// Whether nothing was observed or assumed of a condition that it is about.
    func isBlank(_ definition: PresenceConditions.Definition) -> Bool {
        isEmpty && !near.contains { $0.key == definition.key }
    }

    /// What is known of the conditions that are not near.
    func far(_ kind: PresenceKind) -> KnownState { kind == .region ? farRegions : farBeacons }

    /// Whether it is about a condition.
    func isAbout(_ definition: PresenceConditions.Definition) -> Bool {
        policy == definition.policy && numbers.contains(definition.key.number)
            && !elsewhere.contains(definition.key.number)
    }

    /// The state of a condition that it is about.
    func state(of definition: PresenceConditions.Definition) -> ConditionState {
        guard let kind = definition.leaf?.kind else {
            return machines.first { $0.key == definition.key }?.machine.state ?? .unknown
        }
        return near.first { $0.key == definition.key }?.known.state ?? far(kind).state
    }
}

// MARK: - Observing

extension DeviceView {
    /// Takes an observation, and adds each change to a list.
    mutating func observe(
        _ observation: Observation, in conditions: PresenceConditions, changes: inout [PresenceChange]
    ) {
        observeMachines(observation, in: conditions, changes: &changes)
        let rules = conditions.rules(policy)
        guard let index = admit(observation, by: rules),
            let step = sources.update(index, { $0.take(observation, by: rules) })
        else { return }
        now = max(now, observation.time)
        approach(step, in: conditions)
        // What the only source says again changes nothing; of several, one may have fallen silent.
        let isNews = sources.count > 1 || step.isNews
        for position in near.indices {
            guard near[position].observe(step, from: index) || isNews else { continue }
            decideNear(position, at: step.time, rules: rules, changes: &changes)
        }
        let isFarNews = sources.update(index) { $0.noteFar(step, by: rules) }
        if isNews || isFarNews {
            decideFar(.region, at: step.time, in: conditions, changes: &changes)
            decideFar(.beacon, at: step.time, in: conditions, changes: &changes)
        }
        if now >= nextDeparture { depart(rules) }
    }

    private mutating func observeMachines(
        _ observation: Observation, in conditions: PresenceConditions, changes: inout [PresenceChange]
    ) {
        for position in machines.indices {
            guard let definition = conditions.definition(machines[position].key),
                let change = machines[position].machine.observe(observation)
            else { continue }
            changes.append(PresenceChange(subject: .condition(definition.name), change: change))
        }
    }

    /// The source of an observation that is not late.
    ///
    /// What lies as far back as a source may fall behind is late whosoever it is from, for what is known of conditions
    /// that were near then may have been joined with what is known of the others.
    private mutating func admit(_ observation: Observation, by rules: EvaluationRules) -> Int? {
        if !isEmpty, !isAlone, observation.time.advanced(byMicroseconds: rules.goneAfter) <= now {
            return nil
        }
        if let index = sources.firstIndex(where: { $0.facts.source == observation.source }) { return index }
        let source = DeviceSource(observation.source, since: observation.time)
        sources.append(source)
        for position in near.indices { near[position].add(source) }
        return sources.count - 1
    }

    /// Sets those conditions apart that an observation speaks for.
    private mutating func approach(_ step: SourceStep, in conditions: PresenceConditions) {
        switch step.evidence {
        case .fix(let fix, _):
            conditions.forEachRegion(of: policy, containing: fix.coordinate) {
                setApart($0, in: conditions)
            }
        case .sighting(let sighting):
            conditions.forEachBeacon(of: policy, matching: sighting.identity) {
                setApart($0, in: conditions)
            }
        case .elapsed, .none:
            break
        }
    }

    private mutating func setApart(_ key: ConditionKey, in conditions: PresenceConditions) {
        guard numbers.contains(key.number), !near.contains(where: { $0.key == key }),
            !elsewhere.contains(key.number), let definition = conditions.definition(key),
            let leaf = definition.leaf
        else { return }
        near.append(NearCondition(definition, leaf, known: far(leaf.kind), sources: sources))
    }

    private mutating func decideNear(
        _ position: Int, at time: ObservationTime, rules: EvaluationRules, changes: inout [PresenceChange]
    ) {
        guard let change = near[position].decide(at: time, now: now, sources: sources, rules: rules) else {
            return
        }
        changes.append(
            PresenceChange(subject: .condition(near[position].definition.name), change: change))
    }

    private mutating func decideFar(
        _ kind: PresenceKind, at time: ObservationTime, in conditions: PresenceConditions,
        changes: inout [PresenceChange]
    ) {
        let finding = farFinding(kind, at: time, by: conditions.rules(policy))
        let change = kind == .region ? farRegions.take(finding) : farBeacons.take(finding)
        guard let change, conditions.has(kind, of: policy, in: numbers) else { return }
        changes.append(PresenceChange(subject: .others(others(kind)), change: change))
    }

    /// The conditions of a kind that are not near.
    private func others(_ kind: PresenceKind) -> OtherConditions {
        OtherConditions(
            kind: kind, policy: policy, numbers: numbers,
            exceptions: near.filter { $0.kind == kind }.map(\.key.number) + elsewhere)
    }

    /// What is known, as changes that lead to it.
    func knownChanges(in conditions: PresenceConditions) -> [PresenceChange] {
        let others = PresenceKind.allCases.compactMap { kind in
            conditions.has(kind, of: policy, in: numbers)
                ? far(kind).change.map { PresenceChange(subject: .others(self.others(kind)), change: $0) }
                : nil
        }
        let apart = near.compactMap { entry in
            entry.known.change.map { PresenceChange(subject: .condition(entry.definition.name), change: $0) }
        }
        let trees = machines.compactMap { entry -> PresenceChange? in
            guard entry.machine.state.isKnown, let definition = conditions.definition(entry.key) else {
                return nil
            }
            let change = ConditionTransition(
                state: entry.machine.state, time: now, lastKnown: entry.machine.lastKnown)
            return PresenceChange(subject: .condition(definition.name), change: change)
        }
        return others + apart + trees
    }

    private func farFinding(
        _ kind: PresenceKind, at time: ObservationTime, by rules: EvaluationRules
    ) -> Finding {
        var tally = SourceTally()
        for source in sources where source.mayTell(of: kind) {
            tally.add(source.farReport(of: kind, now: now, by: rules))
        }
        return tally.finding(at: time)
    }

    /// Drops what is known of conditions that nothing tells apart from the others any more.
    private mutating func depart(_ rules: EvaluationRules) {
        nextDeparture = now.advanced(byMicroseconds: rules.goneAfter / 8)
        guard !near.isEmpty, !isAlone else { return }
        let settled = now.advanced(byMicroseconds: -rules.goneAfter)
        near.removeAll { [sources, farRegions, farBeacons] in
            $0.isFar(
                like: $0.kind == .region ? farRegions : farBeacons, sources: sources, rules: rules,
                after: settled)
        }
    }
}

// MARK: - Conditions that come and go

extension DeviceView {
    /// Begins a condition with a state, while nothing has been observed.
    mutating func assume(_ state: ConditionState, of definition: PresenceConditions.Definition) {
        near.removeAll { $0.key == definition.key }
        machines.removeAll { $0.key == definition.key }
        if let leaf = definition.leaf {
            near.append(NearCondition(definition, leaf, known: KnownState(assuming: state), sources: sources))
        } else {
            machines.append(MachineCondition(definition, assuming: state))
        }
    }

    /// Leaves a condition to a view of its own.
    mutating func leaveAlone(_ key: ConditionKey) {
        near.removeAll { $0.key == key }
        machines.removeAll { $0.key == key }
        elsewhere.append(key.number)
    }

    /// Forgets what is held about conditions that are no longer there.
    mutating func prune(_ conditions: PresenceConditions) {
        near.removeAll { conditions.definition($0.key) == nil }
        machines.removeAll { conditions.definition($0.key) == nil }
        elsewhere.removeAll { !conditions.hasConditions(of: policy, in: $0..<$0 + 1) }
    }

    /// A view of one of its conditions, with all that is known of it.
    func setAlone(_ definition: PresenceConditions.Definition) -> DeviceView {
        var view = self
        view.isAlone = true
        view.numbers = definition.key.range
        view.elsewhere = []
        view.near.removeAll { $0.key != definition.key }
        view.machines.removeAll { $0.key != definition.key }
        return view
    }

    /// Joins the conditions of a later view with its own, if nothing tells the two apart any more.
    ///
    /// - Returns: Whether it did.
    mutating func join(_ later: DeviceView, by rules: EvaluationRules) -> Bool {
        let settled = now.advanced(byMicroseconds: -rules.goneAfter)
        guard policy == later.policy, now == later.now, sources.count == later.sources.count,
            farRegions.agrees(with: later.farRegions, after: settled),
            farBeacons.agrees(with: later.farBeacons, after: settled)
        else { return false }
        var order: [Int] = []
        for source in sources {
            guard
                let index = later.sources.firstIndex(where: {
                    source.agrees(with: $0, by: rules, after: settled)
                })
            else { return false }
            order.append(index)
        }
        near += later.near.map { $0.reordered(order) }
        machines += later.machines
        elsewhere += later.elsewhere
        numbers = numbers.lowerBound..<later.numbers.upperBound
        return true
    }
}
