import Authorization
import Beacons
import Conditions
import Observations
import Ranging
import Synchronization

/// The machines of ranging, one for each constraint, and the streams for their reports.
///
/// Reports go to the streams inside the lock, so that each reader gets them in order; no other code runs
/// there.
final class RangingStreams: Sendable {
    /// The readers of a constraint, and whether it is stopped.
    fileprivate struct Reader {
        var tell: @Sendable (RangingReport) -> Void
        var finish: @Sendable () -> Void = {}
    }

    fileprivate struct Ranged {
        var machine: RangingStateMachine<ObservationSource, ObservationTime>
        var readers: [Int: Reader] = [:]
    }

    fileprivate struct State {
        var ranged: [BeaconIdentityConstraint: Ranged] = [:]
        var lastReader = 0
        /// The newest observation of each source; older ones count as late (LD15).
        var newest: [ObservationSource: ObservationTime] = [:]
        var suspension = LocationAuthority.Suspension()
        var time = ObservationTime(microseconds: 0)
        /// The availability of each source that listens, from its own reports.
        var availability: [ObservationSource: SourceAvailability] = [:]
    }

    private let policy: RangingPolicy
    private let state = Mutex(State())

    init(policy: RangingPolicy) { self.policy = policy }

    var constraints: [BeaconIdentityConstraint] { state.withLock { Array($0.ranged.keys) } }

    /// Adds a reader; the reader learns at once if nothing can be ranged.
    func begin(
        _ constraint: BeaconIdentityConstraint, holding session: ReadingSession?
    ) -> AsyncStream<RangingReport> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RangingReport.self, bufferingPolicy: .bufferingNewest(16))
        let reader = begin(
            constraint, Reader(tell: { continuation.yield($0) }, finish: { continuation.finish() }))
        // The session exists as long as this closure, and the closure as long as the stream.
        continuation.onTermination = { [weak self] _ in
            withExtendedLifetime(session) { self?.end(reader, of: constraint) }
        }
        return stream
    }

    /// Adds a reader's closure, which is called inside the lock: it must neither wait nor call back.
    func begin(
        _ constraint: BeaconIdentityConstraint, telling tell: @escaping @Sendable (RangingReport) -> Void
    ) -> Int { begin(constraint, Reader(tell: tell)) }

    private func begin(_ constraint: BeaconIdentityConstraint, _ reader: Reader) -> Int {
        state.withLock { state in
            state.lastReader += 1
            state.ranged[constraint, default: Ranged(machine: RangingStateMachine(policy: policy))]
                .readers[state.lastReader] = reader
            if let refusal = state.refusal(of: constraint) { reader.tell(refusal) }
            return state.lastReader
        }
    }

    /// Removes a reader.
    func end(_ reader: Int, of constraint: BeaconIdentityConstraint) {
        // The last reference to a stream may release objects that call the authority, which may call here. So
        // not in the lock.
        _ = state.withLock { state in
            let removed = state.ranged[constraint]?.readers.removeValue(forKey: reader)
            if state.ranged[constraint]?.readers.isEmpty == true { state.ranged[constraint] = nil }
            return removed
        }
    }

    func stop(_ constraint: BeaconIdentityConstraint) {
        let ranged = state.withLock { $0.ranged.removeValue(forKey: constraint) }
        for reader in (ranged?.readers ?? [:]).values { reader.finish() }
    }

    func stopAll() {
        for constraint in constraints { stop(constraint) }
    }

    /// Stops reporting for reasons of the authority and forgets all sightings, or resumes.
    func suspend(_ suspension: LocationAuthority.Suspension) {
        state.withLock { state in
            state.suspension = suspension
            state.time = max(state.time, suspension.since)
            for constraint in state.ranged.keys {
                state.ranged[constraint]?.machine = RangingStateMachine(policy: policy)
                if let refusal = state.refusal(of: constraint) { state.tell(refusal) }
            }
        }
    }

    func observe(_ observation: Observation) {
        state.withLock { state in
            let isSuspended = !state.suspension.reasons.isEmpty
            // A source's statements about itself reveal nothing about the person, and stay valid when the
            // permission returns.
            guard !isSuspended || observation.content.isAboutSource, state.isInTime(observation) else {
                return
            }
            let isOutage = state.beginsOutage(observation)
            if isSuspended { return }
            for constraint in state.ranged.keys {
                state.observe(observation, for: constraint, isOutage: isOutage)
            }
        }
    }
}

extension Observation.Content {
    /// Whether it is a source's statement about itself, without anything that it heard.
    fileprivate var isAboutSource: Bool {
        switch self {
        case .radio, .permission: true
        case .position, .sighting, .elapsed: false
        }
    }
}

extension RangingStreams.State {
    mutating func isInTime(_ observation: Observation) -> Bool {
        if let last = newest[observation.source], observation.time < last { return false }
        newest[observation.source] = observation.time
        time = max(time, observation.time)
        return true
    }

    /// Records a source's statement about itself.
    ///
    /// - Returns: Whether now no source can report any more, or the reasons for that have changed.
    mutating func beginsOutage(_ observation: Observation) -> Bool {
        // A source that only has positions does not listen.
        if case .position = observation.content, availability[observation.source] == nil { return false }
        let before = outage
        availability[observation.source, default: SourceAvailability()]
            .observe(observation.content, at: observation.time)
        let outage = outage
        return !outage.isEmpty && outage != before
    }

    /// Why no listening source can report; empty while one can, and before any is known.
    private var outage: ConditionDiagnostics {
        guard !availability.values.contains(where: \.isAvailable) else { return [] }
        return availability.values.reduce(into: []) { $0.formUnion($1.diagnostics) }
    }

    mutating func observe(
        _ observation: Observation, for constraint: BeaconIdentityConstraint, isOutage: Bool
    ) {
        guard let beacons = machineReport(observation, for: constraint) ?? (isOutage ? [] : nil) else {
            return
        }
        tell(
            RangingReport(
                of: constraint, at: time, beacons: beacons, diagnostics: beacons.isEmpty ? outage : []))
    }

    private mutating func machineReport(
        _ observation: Observation, for constraint: BeaconIdentityConstraint
    ) -> [RangingReport.Beacon]? {
        let source = observation.source
        switch observation.content {
        case .sighting(let sighting) where constraint.matches(sighting.identity):
            return ranged[constraint]?.machine.sighted(
                sighting.identity, by: source, device: sighting.device, rssi: sighting.rssi,
                measuredPower: sighting.measuredPower, at: observation.time)
        case .radio(.off), .radio(.gone): return ranged[constraint]?.machine.lost(source)
        case .permission(let permission) where permission != .granted:
            return ranged[constraint]?.machine.lost(source)
        case .elapsed, .radio, .permission, .position, .sighting:
            return ranged[constraint]?.machine.elapsed(until: observation.time, by: source)
        }
    }

    func refusal(of constraint: BeaconIdentityConstraint) -> RangingReport? {
        let reasons = suspension.reasons.isEmpty ? outage : ConditionDiagnostics(suspension.reasons)
        guard !reasons.isEmpty else { return nil }
        return RangingReport(of: constraint, at: time, beacons: [], diagnostics: reasons)
    }

    func tell(_ report: RangingReport) {
        for reader in (ranged[report.constraint]?.readers ?? [:]).values { reader.tell(report) }
    }
}
