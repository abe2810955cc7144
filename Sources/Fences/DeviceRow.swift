import Conditions
import Observations

/// All data of a table about one device.
struct DeviceRow {
    /// In the order in which their conditions were added.
    private var evaluations = SmallArray(filler: DeviceEvaluation.blank)
    /// Evaluations of single conditions that some source decides alone.
    private var alone: [DeviceEvaluation] = []
    /// The number of the first condition without an evaluation.
    private var seen = 0
    /// The last revision of the conditions that this row has seen.
    private var revision = 0

    /// Makes an empty row.
    init() {}

    /// Makes a row with evaluations of all conditions.
    init(_ evaluations: [DeviceEvaluation], in conditions: TableConditions) {
        for evaluation in evaluations { self.evaluations.append(evaluation) }
        seen = conditions.next
        revision = conditions.revision
    }

    /// The known states as changes that lead to them.
    func knownChanges(in conditions: TableConditions) -> [ConditionChange] {
        (Array(evaluations) + alone).flatMap { $0.knownChanges(in: conditions) }
    }

    /// The maximum number of sources in any of its evaluations.
    var mostSources: Int { (Array(evaluations) + alone).map(\.sources.count).max() ?? 0 }

    /// The evaluation with the state of a condition.
    func evaluation(of definition: TableConditions.Definition) -> DeviceEvaluation? {
        alone.first { $0.isAbout(definition) } ?? evaluations.first { $0.isAbout(definition) }
    }

    /// The near conditions.
    var keysApart: [ConditionKey] {
        (Array(evaluations) + alone).flatMap { evaluation in
            evaluation.near.map(\.key) + evaluation.machines.map(\.key)
        }
    }

    /// Evaluates an observation about all conditions.
    mutating func observe(
        _ observation: Observation, in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        catchUp(with: conditions)
        for position in evaluations.indices {
            evaluations.update(position) { $0.observe(observation, in: conditions, changes: &changes) }
        }
        for position in alone.indices {
            alone[position].observe(observation, in: conditions, changes: &changes)
        }
        if evaluations.count > 1 { joinEvaluations(conditions) }
    }

    /// Evaluates an observation about one condition.
    mutating func observe(
        _ observation: Observation, about definition: TableConditions.Definition,
        in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        catchUp(with: conditions)
        guard let position = setAlone(definition) else { return }
        alone[position].observe(observation, in: conditions, changes: &changes)
    }

    /// Sets the initial state of a condition.
    mutating func assume(
        _ state: ConditionState, of definition: TableConditions.Definition,
        in conditions: TableConditions
    ) {
        catchUp(with: conditions)
        if let position = alone.firstIndex(where: { $0.isAbout(definition) }) {
            alone[position] = DeviceEvaluation(alone: definition, in: conditions, assuming: state)
            return
        }
        guard let position = evaluations.firstIndex(where: { $0.isAbout(definition) }) else { return }
        if evaluations[position].isEmpty {
            evaluations.update(position) { $0.assume(state, of: definition) }
        } else {
            evaluations.update(position) { $0.splitOff(definition.key) }
            alone.append(DeviceEvaluation(alone: definition, in: conditions, assuming: state))
        }
    }
}

// MARK: - Reading ahead

extension DeviceRow {
    /// Numbers from the row's cache lines, and from the beginning of its near conditions.
    var touched: Int {
        evaluations.isEmpty ? revision : revision &+ evaluations.withElement(0) { $0.touched }
    }

    /// Numbers from the cache lines of its near conditions.
    var touchedNear: Int { evaluations.isEmpty ? 0 : evaluations.withElement(0) { $0.touchedNear } }
}

// MARK: - Conditions that come and go

extension DeviceRow {
    /// Adds evaluations for new conditions, and drops the data about removed ones.
    private mutating func catchUp(with conditions: TableConditions) {
        guard revision != conditions.revision else { return }
        revision = conditions.revision
        for position in evaluations.indices { evaluations.update(position) { $0.prune(conditions) } }
        evaluations.removeAll { !conditions.hasConditions(of: $0.policy, in: $0.numbers) }
        alone.removeAll { !conditions.hasConditions(of: $0.policy, in: $0.numbers) }
        guard seen < conditions.next else { return }
        let new = seen..<conditions.next
        for policy in conditions.policies(in: new) {
            evaluations.append(DeviceEvaluation(policy: policy, numbers: new, in: conditions))
        }
        seen = conditions.next
    }

    /// The index of the evaluation for one condition only; it is created if necessary.
    private mutating func setAlone(_ definition: TableConditions.Definition) -> Int? {
        if let position = alone.firstIndex(where: { $0.isAbout(definition) }) { return position }
        guard let position = evaluations.firstIndex(where: { $0.isAbout(definition) }) else { return nil }
        alone.append(evaluations[position].setAlone(definition))
        evaluations.update(position) { $0.splitOff(definition.key) }
        return alone.count - 1
    }

    /// Merges evaluations of one policy that no longer differ.
    private mutating func joinEvaluations(_ conditions: TableConditions) {
        var position = 0
        while position < evaluations.count {
            let policy = evaluations[position].policy
            let later = evaluations[(position + 1)...].firstIndex { $0.policy == policy }
            if let later, join(later, to: position, by: conditions.rules(policy)) {
                evaluations.remove(at: later)
            } else {
                position += 1
            }
        }
    }
    private mutating func join(_ later: Int, to position: Int, by rules: EvaluationRules) -> Bool {
        let later = evaluations[later]
        return evaluations.update(position) { $0.join(later, by: rules) }
    }
}
