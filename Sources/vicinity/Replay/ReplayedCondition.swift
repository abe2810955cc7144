import Beacons
import Conditions
import Formats
import Observations

/// A condition under its name, with the machine that decides it.
struct ReplayedCondition {
    let identifier: String
    /// The UUID whose every beacon counts, where that is the whole condition.
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

    /// Takes an observation; gives the transition that is news (LD17).
    mutating func observe(_ observation: Observation) -> ConditionTransition? {
        guard let transition = machine.observe(observation), !transition.isReturn else { return nil }
        return transition
    }

    /// Why the condition has its state, and what is missing for the other.
    var explanation: ReplayLine { .explanation(identifier: identifier, machine.explanation) }
}
