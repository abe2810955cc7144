/// Decides with every sighting which of many beacons is nearest, and keeps its answer while that is
/// uncertain.
///
/// The nearest beacon is the one whose signal has lost the least compared with its strength at one metre. An
/// answer stays until another beacon leads by a margin for a while, or until its own beacon has been silent
/// for longer than a grace period. If no beacon leads, the answer is a question to the person. Give the
/// machine only sightings of beacons in the registry, because it stores a few bytes for each beacon heard
/// within the grace period.
public struct NearestStateMachine<Key: Hashable & Comparable & Sendable, Instant: InstantProtocol>: Sendable
where Instant.Duration == Duration {
    /// How certain an answer must be.
    public let policy: NearestPolicy
    /// The answer from all sightings so far.
    public private(set) var answer = NearestAnswer<Key>.nothing

    private var beacons: [Beacon] = []
    private var now: Instant?
    /// The current doubt about the answer, with its start.
    private var doubt: Doubt?

    /// Starts without sightings.
    public init(policy: NearestPolicy = NearestPolicy()) { self.policy = policy }

    /// Updates the answer with a sighting; sightings without a signal strength are not for this machine.
    ///
    /// - Parameters:
    ///   - key: The beacon, or the place where it is.
    ///   - rssi: The strength at the receiver, in dBm.
    ///   - measuredPower: The beacon's strength at one metre, in dBm.
    ///   - time: When it was heard.
    /// - Returns: The answer, if it changed.
    /// - Complexity: O(*n*) in the number of beacons that are heard.
    public mutating func sighted(
        _ key: Key, rssi: Int8, measuredPower: Int8, at time: Instant
    ) -> NearestAnswer<Key>? {
        let index = index(of: key) ?? beacons.endIndex
        if index == beacons.endIndex { beacons.append(Beacon(key, policy: policy, at: time)) }
        beacons[index].update(rssi: rssi, measuredPower: measuredPower, at: time, grace: policy.grace)
        return elapsed(until: time)
    }

    /// Records that the receiver listened until a moment; without this call, silence after the last sighting
    /// goes unnoticed.
    ///
    /// - Returns: The answer, if it changed.
    public mutating func elapsed(until time: Instant) -> NearestAnswer<Key>? {
        let now = max(now ?? time, time)
        self.now = now
        beacons.removeAll { $0.keptUntil < now }
        return change(to: nextAnswer(at: now))
    }

    /// Records a person's answer; a beacon that is not heard cannot be chosen.
    ///
    /// - Returns: The answer, if it changed.
    public mutating func choose(_ key: Key) -> NearestAnswer<Key>? {
        guard index(of: key) != nil else { return nil }
        doubt = nil
        return change(to: .choose(key))
    }

    private mutating func change(to next: NearestAnswer<Key>) -> NearestAnswer<Key>? {
        guard next != answer else { return nil }
        answer = next
        return next
    }
}

// MARK: - Deciding

extension NearestStateMachine {
    /// A reason to change the answer.
    private struct Doubt {
        /// The beacon that must keep leading; `nil` when any beacon may lead.
        var leader: Key?
        var since: Instant
    }

    private mutating func nextAnswer(at now: Instant) -> NearestAnswer<Key> {
        switch answer {
        case .nothing: firstAnswer(at: now)
        case .choose(let key): answer(holding: key, at: now)
        case .ask(let keys): answer(asking: keys, at: now)
        }
    }

    /// Delays the first answer, so that the beacon that happens to be heard first has no advantage.
    private mutating func firstAnswer(at now: Instant) -> NearestAnswer<Key> {
        guard !beacons.isEmpty else {
            doubt = nil
            return .nothing
        }
        return holds(Doubt(leader: nil, since: now), at: now) ? freshAnswer() : .nothing
    }

    private mutating func answer(holding key: Key, at now: Instant) -> NearestAnswer<Key> {
        guard let held = index(of: key) else { return freshAnswer() }
        guard let nearest, leads(nearest, held, by: policy.takeover) else {
            doubt = nil
            return .choose(key)
        }
        return holds(Doubt(leader: nil, since: now), at: now) ? freshAnswer() : .choose(key)
    }

    private mutating func answer(asking keys: [Key], at now: Instant) -> NearestAnswer<Key> {
        let asked = beacons.indices.filter { keys.contains(beacons[$0].key) }
        guard asked.count > 1, let nearest else { return freshAnswer() }
        let remaining = asked.count == keys.count ? keys : keys.filter { index(of: $0) != nil }
        let isClear = beacons.indices.allSatisfy { $0 == nearest || leads(nearest, $0, by: policy.takeover) }
        // Another beacon may have come nearer than all candidates of the question, without being clearly
        // nearest.
        guard isClear || asked.allSatisfy({ leads(nearest, $0, by: policy.takeover) }) else {
            doubt = nil
            return .ask(remaining)
        }
        let leader = asked.contains(nearest) ? beacons[nearest].key : nil
        return holds(Doubt(leader: leader, since: now), at: now) ? freshAnswer() : .ask(remaining)
    }

    /// Whether the same doubt has lasted long enough; a new doubt starts the count.
    private mutating func holds(_ doubt: Doubt, at now: Instant) -> Bool {
        let current = self.doubt.flatMap { $0.leader == doubt.leader ? $0 : nil } ?? doubt
        self.doubt = current
        return current.since.duration(to: now) >= policy.hold
    }

    /// The answer from the present signals, without regard to the previous answer.
    private mutating func freshAnswer() -> NearestAnswer<Key> {
        doubt = nil
        guard let nearest else { return .nothing }
        let equallyNear = beacons.indices.filter { !leads(nearest, $0, by: policy.margin) }.sorted(
            by: isNearer)
        return equallyNear.count > 1
            ? .ask(equallyNear.map { beacons[$0].key }) : .choose(beacons[nearest].key)
    }
}

// MARK: - State of the beacons

extension NearestStateMachine {
    private struct Beacon: Sendable {
        let key: Key
        /// The strength relative to the strength at one metre, in dB; larger means nearer.
        private(set) var nearness = -Double.infinity
        /// The last moment at which the beacon is not lost.
        private(set) var keptUntil: Instant
        private var filter: SignalFilter<Instant>

        init(_ key: Key, policy: NearestPolicy, at time: Instant) {
            self.key = key
            keptUntil = time
            filter = SignalFilter(timeConstant: policy.timeConstant)
        }

        mutating func update(rssi: Int8, measuredPower: Int8, at time: Instant, grace: Duration) {
            nearness = filter.update(rssi: rssi, at: time) - Double(measuredPower)
            keptUntil = max(keptUntil, time.advanced(by: grace))
        }
    }

    private func index(of key: Key) -> Int? { beacons.firstIndex { $0.key == key } }

    private var nearest: Int? { beacons.indices.min(by: isNearer) }

    /// Orders two beacons of the same level by their keys, so that the order of arrival has no effect.
    private func isNearer(_ left: Int, than right: Int) -> Bool {
        (beacons[right].nearness, beacons[left].key) < (beacons[left].nearness, beacons[right].key)
    }

    private func leads(_ one: Int, _ other: Int, by decibels: Double) -> Bool {
        beacons[one].nearness >= beacons[other].nearness + decibels
    }
}
