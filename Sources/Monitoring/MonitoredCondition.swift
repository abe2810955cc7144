import Conditions
import Observations

/// A condition of a monitor: its definition and the state of its evaluation.
struct MonitoredCondition: Sendable {
    /// The definition.
    let definition: Definition
    /// The newest change, or the initial state.
    var present: Monitor.Event
    /// The number of the change that revived it last; earlier changes are no crossings (LD3).
    var revival: Int64
    /// The machine, once there was an observation; at most one.
    ///
    /// An array keeps the machine in separate memory. Conditions are moved when a store is read, and the
    /// machine would be most of their bytes.
    private var begun: [ConditionStateMachine] = []
    /// The machine's last decision.
    var decision: ConditionTransition?

    /// How a condition was added.
    struct Definition: Equatable, Sendable {
        var identifier: String
        var condition: Condition
        var policy: ConditionPolicy
        var history: Monitor.History
        /// Its position in the order of addition; a condition that replaces another takes its position.
        var ordinal: Int64
        /// The record's event until an event has been acknowledged.
        ///
        /// Its number is that of the addition, so changes with lower numbers belong to a replaced condition.
        var initial: Monitor.Event
    }

    /// Makes a condition that is being added.
    init(_ definition: Definition) {
        self.init(kept: definition, revival: definition.initial.number)
        begun = [machine]
    }

    /// Makes a condition from a store.
    init(kept definition: Definition, revival: Int64) {
        self.definition = definition
        present = definition.initial
        self.revival = revival
    }

    /// The machine; created on first use, so that a store with many conditions opens without them.
    var machine: ConditionStateMachine {
        begun.first ?? Self.machine(for: definition, assuming: present.state)
    }

    /// Restarts the evaluation.
    mutating func restart(assuming state: ConditionState) {
        begun = [Self.machine(for: definition, assuming: state)]
        decision = nil
    }

    /// Evaluates an observation, and returns the change if the state differs from the present one.
    mutating func observe(_ observation: Observation) -> ConditionTransition? {
        let state = take(observation)
        guard state != present.state else { return nil }
        if let decision, decision.state == state { return decision }
        return ConditionTransition(state: state, time: observation.time)
    }

    /// Uses an observation as evidence only.
    ///
    /// - Returns: The state that follows from the evidence.
    @discardableResult
    mutating func take(_ observation: Observation) -> ConditionState {
        // In place, because a copy of the machine would copy its collected data.
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
    /// Explains the present state: the deciding rule, or why nothing may be decided.
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
