import Conditions
import Observations

/// Everything that a table holds about one device.
struct DeviceRow {
    /// The earlier ones are about conditions that were added earlier.
    private var views = SmallArray(filler: DeviceEvaluation.blank)
    /// Views of single conditions that some source decides alone.
    private var alone: [DeviceEvaluation] = []
    /// The number of the first condition that no view is about yet.
    private var seen = 0
    /// The revision of the conditions that it has caught up with.
    private var revision = 0

    /// Holds nothing yet.
    init() {}

    /// Begins with views of all conditions.
    init(_ views: [DeviceEvaluation], in conditions: TableConditions) {
        for view in views { self.views.append(view) }
        seen = conditions.next
        revision = conditions.revision
    }

    /// What is known, as changes that lead to it.
    func knownChanges(in conditions: TableConditions) -> [ConditionChange] {
        (Array(views) + alone).flatMap { $0.knownChanges(in: conditions) }
    }

    /// How many sources any of its views distinguishes.
    var mostSources: Int { (Array(views) + alone).map(\.sources.count).max() ?? 0 }

    /// The view that a condition's state is in.
    func view(of definition: TableConditions.Definition) -> DeviceEvaluation? {
        alone.first { $0.isAbout(definition) } ?? views.first { $0.isAbout(definition) }
    }

    /// The conditions that are distinguished from all others.
    var keysApart: [ConditionKey] {
        (Array(views) + alone).flatMap { view in view.near.map(\.key) + view.machines.map(\.key) }
    }

    /// Takes an observation about all conditions.
    mutating func observe(
        _ observation: Observation, in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        catchUp(with: conditions)
        for position in views.indices {
            views.update(position) { $0.observe(observation, in: conditions, changes: &changes) }
        }
        for position in alone.indices {
            alone[position].observe(observation, in: conditions, changes: &changes)
        }
        if views.count > 1 { joinViews(conditions) }
    }

    /// Takes an observation about one condition.
    mutating func observe(
        _ observation: Observation, about definition: TableConditions.Definition,
        in conditions: TableConditions, changes: inout [ConditionChange]
    ) {
        catchUp(with: conditions)
        guard let position = setAlone(definition) else { return }
        alone[position].observe(observation, in: conditions, changes: &changes)
    }

    /// Begins a condition with a state that was known before.
    mutating func assume(
        _ state: ConditionState, of definition: TableConditions.Definition,
        in conditions: TableConditions
    ) {
        catchUp(with: conditions)
        if let position = alone.firstIndex(where: { $0.isAbout(definition) }) {
            alone[position] = DeviceEvaluation(alone: definition, in: conditions, assuming: state)
            return
        }
        guard let position = views.firstIndex(where: { $0.isAbout(definition) }) else { return }
        if views[position].isEmpty {
            views.update(position) { $0.assume(state, of: definition) }
        } else {
            views.update(position) { $0.splitOff(definition.key) }
            alone.append(DeviceEvaluation(alone: definition, in: conditions, assuming: state))
        }
    }
}

// MARK: - Reading ahead

extension DeviceRow {
    /// Numbers from the lines of memory that the row lies on, and from the beginning of what it is near.
    var touched: Int {
        views.isEmpty ? revision : revision &+ views.withElement(0) { $0.touched }
    }

    /// Numbers from the lines of memory that hold what it is near.
    var touchedNear: Int { views.isEmpty ? 0 : views.withElement(0) { $0.touchedNear } }
}

// MARK: - Conditions that come and go

extension DeviceRow {
    /// Begins to look at conditions that were added, and drops what is held about those that were taken away.
    private mutating func catchUp(with conditions: TableConditions) {
        guard revision != conditions.revision else { return }
        revision = conditions.revision
        for position in views.indices { views.update(position) { $0.prune(conditions) } }
        views.removeAll { !conditions.hasConditions(of: $0.policy, in: $0.numbers) }
        alone.removeAll { !conditions.hasConditions(of: $0.policy, in: $0.numbers) }
        guard seen < conditions.next else { return }
        let new = seen..<conditions.next
        for policy in conditions.policies(in: new) {
            views.append(DeviceEvaluation(policy: policy, numbers: new, in: conditions))
        }
        seen = conditions.next
    }

    /// Where the view is that is about nothing but a condition; it is made when it is not there.
    private mutating func setAlone(_ definition: TableConditions.Definition) -> Int? {
        if let position = alone.firstIndex(where: { $0.isAbout(definition) }) { return position }
        guard let position = views.firstIndex(where: { $0.isAbout(definition) }) else { return nil }
        alone.append(views[position].setAlone(definition))
        views.update(position) { $0.splitOff(definition.key) }
        return alone.count - 1
    }

    /// Joins views of one policy that nothing distinguishes any more.
    private mutating func joinViews(_ conditions: TableConditions) {
        var position = 0
        while position < views.count {
            let policy = views[position].policy
            let later = views[(position + 1)...].firstIndex { $0.policy == policy }
            if let later, join(later, to: position, by: conditions.rules(policy)) {
                views.remove(at: later)
            } else {
                position += 1
            }
        }
    }
    private mutating func join(_ later: Int, to position: Int, by rules: EvaluationRules) -> Bool {
        let later = views[later]
        return views.update(position) { $0.join(later, by: rules) }
    }
}
