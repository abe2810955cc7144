import Beacons
import Conditions
import Formats
import Observations

/// A condition under its name, with the machine that decides it.
struct ReplayedCondition {
    let identifier: String
    /// The UUID, if the condition is satisfied by any beacon with it; else `nil`.
    let uuid: ProximityUUID?
    private var machine: ConditionStateMachine

    init(_ entry: ConditionList.Entry) {
        identifier = entry.identifier
        uuid = nil
        machine = ConditionStateMachine(entry.condition, policy: entry.policy)
    }

    init(everyBeaconWith uuid: ProximityUUID) {
        identifier = uuid.description
        self.uuid = uuid
        machine = ConditionStateMachine(.beacon(BeaconIdentityCondition(uuid: uuid)))
    }

    /// Processes an observation; returns the transition if it is new (LD17).
    mutating func observe(_ observation: Observation) -> ConditionTransition? {
        guard let transition = machine.observe(observation), !transition.isReturn else { return nil }
        return transition
    }

    /// Why the condition has its state, and what is missing for the other state.
    var explanation: ReplayLine { .explanation(identifier: identifier, machine.explanation) }
}
