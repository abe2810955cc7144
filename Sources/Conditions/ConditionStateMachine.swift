import Beacons
import Geodesy
public import Observations

/// Decides, observation by observation, whether one condition holds.
///
/// It has no clock, no storage and no input of its own: the same observations give the same transitions on every
/// machine. Its state is a function of what each source told, so any interleaving of different sources ends in the same
/// state (LD15). It keeps no fix and no advertisement (LD20).
public struct ConditionStateMachine: Sendable {
    /// What is decided.
    public let condition: Condition
    /// How sure a decision must be.
    public let policy: ConditionPolicy
    /// What is known now.
    public private(set) var state: ConditionState
    /// Why the condition cannot be decided; empty while it can.
    public private(set) var diagnostics: ConditionDiagnostics = []
    /// The last state that was satisfied or unsatisfied (LD17).
    public private(set) var lastKnown: ConditionState?
    /// How many observations were older than the newest of their source, and were used for nothing (LD15).
    public private(set) var lateObservations = 0

    private let assumed: ConditionState
    /// One for each source, in the order in which they first spoke.
    private(set) var tracks: [SourceTrack] = []
    private var newest: ObservationTime?
    private var lastTransition: ObservationTime?

    /// Begins to decide a condition, from a state that is taken for granted until an observation decides (L11 to L14).
    public init(
        _ condition: Condition, policy: ConditionPolicy = ConditionPolicy(),
        assuming state: ConditionState = .unknown
    ) {
        self.condition = condition
        self.policy = policy
        self.state = state
        assumed = state
        lastKnown = state.isKnown ? state : nil
    }

    /// The nearest matching beacon now (LD12); `nil` for circles, and while the condition is not satisfied (L36).
    ///
    /// A change of it alone is no transition.
    public var currentRefinement: BeaconIdentityCondition? {
        guard state == .satisfied else { return nil }
        var nearest: HeardBeacon?
        for track in tracks where !isLost(track) {
            guard case .beacon(let heard) = track.knowledge, track.verdict(policy) == true,
                let candidate = heard.nearest
            else { continue }
            if nearest.map({ candidate.isNearer(than: $0) }) ?? true { nearest = candidate }
        }
        return nearest.map { BeaconIdentityCondition(BeaconIdentityConstraint($0.identity)) }
    }

    /// Takes the next observation.
    ///
    /// - Returns: The transition, if the state changed.
    /// - Complexity: O(*s*) for *s* sources.
    public mutating func observe(_ observation: Observation) -> ConditionTransition? {
        if let index = tracks.firstIndex(where: { $0.source == observation.source }) {
            guard observation.time >= tracks[index].newest else {
                lateObservations += 1
                return nil
            }
            tracks[index].observe(observation, condition: condition, policy: policy)
        } else {
            var track = SourceTrack(
                observation.source, since: observation.time, condition: condition,
                believed: assumed == .satisfied)
            track.observe(observation, condition: condition, policy: policy)
            tracks.append(track)
        }
        newest = max(newest ?? observation.time, observation.time)
        return transition(to: decision(), at: observation.time)
    }
}

// MARK: - Deciding from what each source told

extension ConditionStateMachine {
    private func decision() -> SourceTally.Decision {
        var tally = SourceTally()
        for track in tracks where track.mayTell {
            tally.add(track, isLost: isLost(track), policy: policy)
        }
        return tally.decision(assumed: assumed)
    }

    private mutating func transition(
        to decision: SourceTally.Decision, at time: ObservationTime
    ) -> ConditionTransition? {
        diagnostics = decision.diagnostics
        guard decision.state != state else { return nil }
        // Sources need not agree about the time; the times of transitions never go back all the same.
        let date = max(decision.time ?? time, lastTransition ?? decision.time ?? time)
        let before = lastKnown
        lastTransition = date
        state = decision.state
        if state.isKnown { lastKnown = state }
        return ConditionTransition(
            state: state, time: date, refinement: currentRefinement, diagnostics: diagnostics,
            lastKnown: before)
    }

    /// Whether a source cannot tell: it says so, or it fell silent while others went on (LD15).
    func isLost(_ track: SourceTrack) -> Bool {
        guard track.availability.isAvailable, let newest else { return true }
        return track.newest.advanced(by: policy.goneAfter) <= newest
    }
}
