import Conditions

/// A compound condition, which each device decides with its own machine.
struct MachineCondition {
    let key: ConditionKey
    var machine: ConditionStateMachine

    /// Starts with a state that is assumed until an observation decides.
    init(_ definition: TableConditions.Definition, assuming state: ConditionState = .unknown) {
        key = definition.key
        machine = ConditionStateMachine(definition.plan, assuming: state)
    }
}
