import Conditions
import Observations

/// Everything that a table holds about one device.
struct DeviceRow {
    /// Of conditions that were added before, then of those that were added later.
    private var views: [DeviceView] = []
    /// Of single conditions that some source speaks about alone.
    private var alone: [DeviceView] = []
    /// The number of the first condition that no view is about yet.
    private var seen = 0
    private var revision = -1

    /// Takes an observation about all conditions.
    mutating func observe(
        _ observation: Observation, in conditions: PresenceConditions,
        tell: (DeviceView, DeviceView.Subject, ConditionTransition) -> Void
    ) {
        catchUp(with: conditions)
        for position in views.indices {
            views[position].observe(observation, in: conditions, except: alone, tell: tell)
        }
        for position in alone.indices {
            alone[position].observe(observation, in: conditions, except: [], tell: tell)
        }
        if views.count > 1 { join(in: conditions) }
    }

    /// Takes an observation about one condition.
    mutating func observe(
        _ observation: Observation, about key: ConditionKey, in conditions: PresenceConditions,
        tell: (DeviceView, DeviceView.Subject, ConditionTransition) -> Void
    ) {
        catchUp(with: conditions)
        alone[setAlone(key)].observe(observation, in: conditions, except: [], tell: tell)
    }

    /// Begins a condition with a state that was known before.
    mutating func assume(_ state: ConditionState, of definition: PresenceConditions.Definition, in conditions: PresenceConditions) {
        catchUp(with: conditions)
        alone.removeAll { $0.isAbout(definition.key) }
        guard let position = views.firstIndex(where: { $0.isAbout(definition.key, policy: definition.policy) }) else {
            return
        }
        if views[position].isEmpty {
            views[position].assume(state, of: definition, rules: conditions.rules(definition.policy))
        } else {
            views[position].drop(definition.key)
            alone.append(DeviceView(alone: definition.key, policy: definition.policy, assuming: state))
        }
    }
}
