import Conditions

/// A condition over others, which each device decides with a machine of its own.
struct MachineCondition {
    let key: ConditionKey
    var machine: ConditionStateMachine

    init(
        _ definition: PresenceConditions.Definition, policy: ConditionPolicy, assuming state: ConditionState = .unknown
    ) {
        key = definition.key
        machine = ConditionStateMachine(definition.condition, policy: policy, assuming: state)
    }
}
