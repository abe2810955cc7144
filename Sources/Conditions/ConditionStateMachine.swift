public import Observations

/// Decides, observation by observation, whether one condition is satisfied.
///
/// It has no clock, no storage and no I/O: the same observations give the same transitions on every machine.
/// Its state is a function of the reports of each source, so any interleaving of different sources ends in
/// the same state (LD15). It keeps the last believed fix of each source, only in memory. It keeps the
/// strengths and times of sightings (LD20).
public struct ConditionStateMachine: Sendable {
    /// The prepared condition, shared with the machines that decide the same one.
    package let plan: ConditionPlan
    private(set) var tracks = SourceTracks()
    /// The findings for the parts of a tree.
    private(set) var leaves: LeafFindings?
    private var newest = ObservationTime(microseconds: .min)
    private var lastTransition = ObservationTime(microseconds: .min)
    /// When the next change happens if only time passes.
    private var nextChange = ObservationTime(microseconds: .max)
    /// How many observations were ignored because they were older than the newest of their source (LD15).
    public private(set) var lateObservations = 0
    /// The present state.
    public private(set) var state: ConditionState
    private(set) var assumed: ConditionState
    /// The last state that was satisfied or unsatisfied (LD17).
    public private(set) var lastKnown: ConditionState?
    /// The reasons why the condition cannot be decided; empty while it can.
    public private(set) var diagnostics: ConditionDiagnostics = []

    /// Starts to decide a condition, from a state that is assumed until an observation decides (L11 to L14).
    public init(
        _ condition: Condition, policy: ConditionPolicy = ConditionPolicy(),
        assuming state: ConditionState = .unknown
    ) {
        self.init(ConditionPlan(condition, policy: policy), assuming: state)
    }

    /// Starts to decide a condition with a shared plan.
    package init(_ plan: ConditionPlan, assuming state: ConditionState = .unknown) {
        self.plan = plan
        self.state = state
        assumed = state
        lastKnown = state.isKnown ? state : nil
        if !plan.isSingleLeaf { leaves = LeafFindings(for: plan) }
    }

    /// The condition.
    public var condition: Condition { plan.condition }

    /// How certain a decision must be.
    public var policy: ConditionPolicy { plan.policy }

    /// Updates the state with the next observation.
    ///
    /// - Returns: The transition, if the state changed.
    /// - Complexity: O(*s* · *n*) for *s* sources and *n* leaves. With dwells, additionally O(*c* log *c*)
    ///   for the *c* changes in their history. With a single source that reports nothing new, O(*n*).
    public mutating func observe(_ observation: Observation) -> ConditionTransition? {
        guard let isNews = tracks.observe(observation, plan: plan, assumed: assumed) else {
            lateObservations += 1
            return nil
        }
        newest = max(newest, observation.time)
        if !isNews, tracks.sources.count == 1, newest < nextChange { return nil }
        return transition(to: decide(at: observation.time), at: observation.time)
    }

    /// Drops the reports of a source that is gone for good, without assuming anything in their place.
    ///
    /// The change takes effect with the next observation.
    package mutating func forget(_ source: ObservationSource) {
        guard tracks.forget(source, plan: plan) else { return }
        assumed = .unknown
        nextChange = ObservationTime(microseconds: .min)
    }

    /// The time of the newest observation of any source.
    var now: ObservationTime { newest }
}

// MARK: - Deciding from the reports of each source

extension ConditionStateMachine {
    private mutating func decide(at time: ObservationTime) -> ConditionFinding {
        nextChange = ObservationTime(microseconds: .max)
        guard var leaves else { return tracks.findingOfOnlyLeaf(plan: plan, at: time) }
        self.leaves = nil
        tracks.update(&leaves, plan: plan, at: time)
        nextChange = plan.windows.reduce(nextChange) { next, window in
            window.border(after: newest).map { min($0, next) } ?? next
        }
        if plan.dwells > 0 {
            var dwells = DwellEvaluation(plan: plan, tracks: tracks, assumed: assumed, now: newest)
            dwells.decide(&leaves)
            nextChange = min(nextChange, dwells.nextChange)
        }
        let finding = plan.finding(from: leaves, now: newest)
        self.leaves = leaves
        return finding
    }

    private mutating func transition(to finding: ConditionFinding, at time: ObservationTime)
        -> ConditionTransition?
    {
        diagnostics = finding.diagnostics
        let found = finding.truth.state(assuming: assumed)
        guard found != state else { return nil }
        // A finding without a beginning is dated with the first observation. Clocks of sources may differ,
        // but the times of transitions never go back.
        let met = finding.since.microseconds == .min ? time : finding.since
        let before = lastKnown
        lastTransition = max(met, lastTransition)
        state = found
        if state.isKnown { lastKnown = state }
        return ConditionTransition(
            state: state, time: lastTransition, refinement: currentRefinement, diagnostics: diagnostics,
            lastKnown: before)
    }
}
