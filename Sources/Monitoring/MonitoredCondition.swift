import Conditions
import Observations

/// A condition of a monitor: how it was added, and where its evaluation stands.
struct MonitoredCondition: Sendable {
    /// How it was added.
    let definition: Definition
    /// The newest change, or the state with which it was added.
    var present: Monitor.Event
    /// The number of the change by which it was last revived; what lies before it is no crossing (LD3).
    var revival: Int64
    /// The machine, once there was an observation; never more than one.
    ///
    /// An array, so that it lies elsewhere: conditions are moved when a store is read, and most of their bytes would be this.
    private var begun: [ConditionStateMachine] = []
    /// What the machine decided last.
    var decision: ConditionTransition?

    /// How a condition was added.
    struct Definition: Equatable, Sendable {
        var identifier: String
        var condition: Condition
        var policy: ConditionPolicy
        var history: Monitor.History
        /// Its place in the order of adding; a condition that replaces another has the other's.
        var ordinal: Int64
        /// What its record holds until an event has been acknowledged; the number is that of the adding, so that
        /// changes with a lower one are those of a predecessor.
        var initial: Monitor.Event
    }

    /// A condition that is added.
    init(_ definition: Definition) {
        self.init(kept: definition, revival: definition.initial.number)
        begun = [machine]
    }

    /// A condition that a store kept.
    init(kept definition: Definition, revival: Int64) {
        self.definition = definition
        present = definition.initial
        self.revival = revival
    }

    /// What decides; made when it is first needed, so that a store of many conditions opens without them.
    var machine: ConditionStateMachine {
        begun.first ?? Self.machine(for: definition, assuming: present.state)
    }

    /// Starts the evaluation over.
    mutating func restart(assuming state: ConditionState) {
        begun = [Self.machine(for: definition, assuming: state)]
        decision = nil
    }

    /// Takes an observation, and returns the change when it differs from the present state.
    mutating func observe(_ observation: Observation) -> ConditionTransition? {
        let state = take(observation)
        guard state != present.state else { return nil }
        if let decision, decision.state == state { return decision }
        return ConditionTransition(state: state, time: observation.time)
    }

    /// Takes an observation as evidence alone.
    ///
    /// - Returns: The state that the evidence leads to.
    @discardableResult
    mutating func take(_ observation: Observation) -> ConditionState {
        // In place, because a copy of the machine would copy what it has gathered.
        if begun.isEmpty { begun = [machine] }
        if let transition = begun[0].observe(observation) { decision = transition }
        return begun[0].state
    }

    private static func machine(
        for definition: Definition, assuming state: ConditionState
    ) -> ConditionStateMachine {
        ConditionStateMachine(
            definition.condition, policy: definition.policy,
            assuming: state == .unmonitored ? .unknown : state)
    }
}

extension MonitoredCondition {
    /// Why the present state is what it is: what decided it, or why nothing may be decided.
    var explanation: Explanation {
        var explanation = machine.explanation
        guard present.state != machine.state else { return explanation }
        switch present.state {
        case .unmonitored: (explanation.rule, explanation.missing) = (.limitExceeded, .room)
        case .unknown where !present.diagnostics.isEmpty:
            (explanation.rule, explanation.missing) = (.notPermitted, .permission)
        case .unknown, .satisfied, .unsatisfied: return explanation
        }
        explanation.state = present.state
        explanation.facts = nil
        explanation.parts = []
        explanation.decisivePart = nil
        return explanation
    }
}
