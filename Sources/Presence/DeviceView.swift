import Conditions
import Observations

/// What a device's sources told about the conditions of one policy that were added in one stretch of time.
///
/// A condition knows only what was observed after it was added. Views of later conditions are joined with earlier ones
/// as soon as nothing tells them apart any more.
struct DeviceView {
    /// Which of the table's policies.
    let policy: Int32
    /// The numbers of the conditions that it is about.
    private(set) var numbers: Range<UInt32>
    private(set) var sources: [SourceFacts] = []
    private(set) var newest = ObservationTime(microseconds: .min)
    private(set) var farRegions: KnownState
    private(set) var farBeacons: KnownState
    private(set) var near: [NearCondition] = []

    init(policy: Int32, numbers: Range<UInt32>, assuming state: ConditionState = .unknown) {
        self.policy = policy
        self.numbers = numbers
        farRegions = KnownState(assuming: state)
        farBeacons = KnownState(assuming: state)
    }

    /// Whether it has been given an observation.
    var isEmpty: Bool { sources.isEmpty }

    /// What is known of the conditions that are not near.
    func far(_ kind: PresenceKind) -> KnownState { kind == .region ? farRegions : farBeacons }

    /// What is known of a condition that it is about.
    func known(of key: ConditionKey, kind: PresenceKind) -> KnownState {
        near.first { $0.key == key }?.known ?? far(kind)
    }
}

// MARK: - Observing

extension DeviceView {
    /// Takes an observation, and gives each change to a closure.
    mutating func observe(
        _ observation: Observation, in conditions: PresenceConditions, except isolated: [DeviceView],
        tell: (Subject, ConditionTransition) -> Void
    ) {
        let rules = conditions.rules(policy)
        guard let index = admit(observation, by: rules) else { return }
        newest = max(newest, observation.time)
        let step = sources[index].take(observation, by: rules)
        approach(step, in: conditions, except: isolated)
        for position in near.indices {
            near[position].observe(
                step, from: index, facts: sources[index], condition: conditions[near[position].key], rules: rules)
        }
        sources[index].noteFar(step, by: rules)
        decide(at: observation.time, rules: rules, tell: tell)
        depart(rules)
    }

    /// What a change is about.
    enum Subject {
        case condition(ConditionKey)
        /// All conditions of the kind that are not near.
        case far(PresenceKind)
    }

    /// The source of an observation that is not late.
    ///
    /// What lies as far back as a source may fall behind is late, whosoever it is (decision 0020): what is known of the
    /// conditions that were near then may have been joined with that of the others.
    private mutating func admit(_ observation: Observation, by rules: PresenceRules) -> Int? {
        guard observation.time.later(byMicroseconds: rules.goneAfter) > newest || isEmpty else { return nil }
        if let index = sources.firstIndex(where: { $0.source == observation.source }) {
            return observation.time >= sources[index].newest ? index : nil
        }
        let facts = SourceFacts(observation.source, since: observation.time)
        sources.append(facts)
        for position in near.indices { near[position].add(facts, by: rules) }
        return sources.count - 1
    }

    /// Sets those conditions apart that an observation speaks for.
    private mutating func approach(
        _ step: SourceStep, in conditions: PresenceConditions, except isolated: [DeviceView]
    ) {
        switch step.evidence {
        case .fix(let fix, _):
            conditions.forEachRegion(of: policy, containing: fix.coordinate) {
                setApart($0, kind: .region, in: conditions, except: isolated)
            }
        case .sighting(let sighting):
            conditions.forEachBeacon(of: policy, matching: sighting.identity) {
                setApart($0, kind: .beacon, in: conditions, except: isolated)
            }
        case .elapsed, .none:
            break
        }
    }

    private mutating func setApart(
        _ key: ConditionKey, kind: PresenceKind, in conditions: PresenceConditions, except isolated: [DeviceView]
    ) {
        guard numbers.contains(key.number), !near.contains(where: { $0.key == key }),
            !isolated.contains(where: { $0.numbers.contains(key.number) })
        else { return }
        near.append(
            NearCondition(
                key, kind: kind, known: far(kind), sources: sources, by: conditions.rules(policy)))
    }

    private mutating func decide(
        at time: ObservationTime, rules: PresenceRules, tell: (Subject, ConditionTransition) -> Void
    ) {
        for position in near.indices {
            guard
                let change = near[position].decide(
                    at: time, newest: newest, sources: sources, rules: rules)
            else { continue }
            tell(.condition(near[position].key), change)
        }
        if let change = farRegions.take(farDecision(.region, rules: rules), at: time) { tell(.far(.region), change) }
        if let change = farBeacons.take(farDecision(.beacon, rules: rules), at: time) { tell(.far(.beacon), change) }
    }

    private func farDecision(_ kind: PresenceKind, rules: PresenceRules) -> SourceTally.Decision {
        var tally = SourceTally()
        for facts in sources where facts.mayTell(of: kind) {
            let interruption = kind == .region ? facts.farRegions : facts.farBeacons
            tally.add(
                SourceTally.Word(
                    verdict: facts.availability.isAvailable ? facts.farVerdict(of: kind, by: rules) : nil,
                    lostVerdict: interruption.lostVerdict, isInterrupted: interruption.isPresent,
                    availability: facts.availability,
                    silentAt: kind == .beacon ? facts.silentAt(by: rules) : nil,
                    evidenceTime: kind == .region ? facts.positionTime : nil),
                isLost: facts.isLost(at: newest, by: rules))
        }
        return tally.decision(assumed: far(kind).assumed)
    }

    /// Drops what is known of conditions that nothing tells apart from the others any more.
    private mutating func depart(_ rules: PresenceRules) {
        guard !near.isEmpty else { return }
        let settled = newest.later(byMicroseconds: -rules.goneAfter)
        near.removeAll {
            $0.isFar(like: far($0.kind), sources: sources, rules: rules, after: settled)
        }
    }
}
