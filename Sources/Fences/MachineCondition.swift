import Conditions

/// A condition over others, which each device decides with a machine of its own.
struct MachineCondition {
    let key: ConditionKey
    var machine: ConditionStateMachine

    /// Begins with a state that is taken for granted until an observation decides.
    init(_ definition: TableConditions.Definition, assuming state: ConditionState = .unknown) {
        key = definition.key
        machine = ConditionStateMachine(definition.plan, assuming: state)
    }
}
