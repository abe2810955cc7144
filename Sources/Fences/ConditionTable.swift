public import Conditions
public import Observations

/// Evaluates the same conditions for many devices, each as one monitor would (LA7).
///
/// A device is near a handful of conditions; to all others, its observations mean the same. So the table
/// stores for each device the reports of its sources once, and their common effect on the far conditions
/// once. A condition has its own state only if the device is near it, was near it within
/// `ConditionPolicy.goneAfter`, or hears its beacon. So the cost does not grow with the number of conditions.
///
/// It stores times, counts, at most two fixes of a device, and a nearby point of a coarse grid, but never an
/// advertisement (LD20). ``forget(_:)`` drops all of it at once. The table has no clock and stores nothing
/// outside memory.
public struct ConditionTable: Sendable {
    /// The evaluated conditions.
    public internal(set) var conditions = TableConditions()
    var rows = DeviceRows()

    /// Makes a table without conditions and devices.
    public init() {}
}

// MARK: - Conditions

extension ConditionTable {
    /// Sets the conditions that are evaluated from now on.
    ///
    /// An unchanged condition keeps its states. A changed or missing condition loses them without a
    /// transition.
    ///
    /// - Parameters:
    ///   - conditions: The conditions by name.
    ///   - policy: How certain each condition must be before its state changes.
    /// - Complexity: O(*n* log *n*) in the number of conditions.
    public mutating func evaluate(
        _ conditions: [ConditionName: Condition], policy: ConditionPolicy = ConditionPolicy()
    ) {
        for name in self.conditions.names where conditions[name] == nil { self.conditions.remove(name) }
        for (name, condition) in conditions { set(condition, policy: policy, for: name) }
    }

    /// Evaluates a condition from now on, and replaces another one with its name.
    ///
    /// Only later observations count for it (L11). An identical existing condition keeps its states.
    ///
    /// - Complexity: O(log *n*) in the number of conditions, plus a check of each device at its next
    ///   observation.
    public mutating func set(
        _ condition: Condition, policy: ConditionPolicy = ConditionPolicy(), for name: ConditionName
    ) {
        conditions.set(condition, policy: policy, for: name)
    }

    /// Stops evaluating a condition; an unknown name changes nothing.
    ///
    /// - Complexity: O(*n*) in the number of conditions, plus a check of each device at its next observation.
    public mutating func remove(_ name: ConditionName) { conditions.remove(name) }
}

// MARK: - Observing

extension ConditionTable {
    /// Evaluates an observation about a device.
    ///
    /// - Parameters:
    ///   - observation: The observation.
    ///   - device: The device.
    ///   - name: The only condition that the source can decide. Use `nil` for a receiver that the device
    ///     carries, which decides all of them. A gateway hears only at its own spot: if it does not hear a
    ///     badge, that says nothing about other spots.
    /// - Returns: The changes, ordered by the names of the conditions. Each condition that the device is not
    ///   near has a separate transition.
    /// - Complexity: As ``observe(_:of:about:changes:)``; additionally O(*n* log *n*) in the number of
    ///   conditions when the conditions change that the device is not near.
    ///   change that the device is not near.
    public mutating func observe(
        _ observation: Observation, of device: DeviceName, about name: ConditionName? = nil
    ) -> [TableTransition] {
        var changes: [ConditionChange] = []
        observe(observation, of: device, about: name, changes: &changes)
        return changes.flatMap { change in
            switch change.subject {
            case .condition(let condition):
                [TableTransition(condition: condition.name, change: change.change)]
            case .others(let others):
                names(of: others).map { TableTransition(condition: $0, change: change.change) }
            }
        }.sorted { $0.condition < $1.condition }
    }

    /// Evaluates an observation about a device, and appends the changes to a list.
    ///
    /// - Parameters:
    ///   - observation: The observation.
    ///   - device: The device.
    ///   - name: The only condition that the source can decide; `nil` for all.
    ///   - changes: Receives the changes: one for each near condition, and one for all far conditions of a
    ///     kind.
    /// - Complexity: O(*k* + log *n*) for *k* near conditions and *n* conditions in total.
    public mutating func observe(
        _ observation: Observation, of device: DeviceName, about name: ConditionName? = nil,
        changes: inout [ConditionChange]
    ) {
        guard let name else {
            let place = rows.place(of: device)
            rows.blocks[place.block][place.index]
                .observe(observation, in: conditions, changes: &changes)
            return
        }
        guard let definition = conditions.definition(name) else { return }
        let place = rows.place(of: device)
        rows.blocks[place.block][place.index]
            .observe(observation, about: definition, in: conditions, changes: &changes)
    }

    /// Evaluates observations about devices in order, and appends the changes to a list.
    ///
    /// - Parameters:
    ///   - batch: The observations.
    ///   - isWanted: Whether this table evaluates a device; other devices are skipped.
    ///   - changes: Receives the changes, in the order of the observations.
    public mutating func observe(
        contentsOf batch: some Sequence<DeviceObservation>,
        where isWanted: (DeviceName) -> Bool = { _ in true },
        changes: inout [DeviceChange]
    ) {
        var group: [PlacedObservation] = []
        group.reserveCapacity(PlacedObservation.mostAtOnce)
        var found: [ConditionChange] = []
        for entry in batch where isWanted(entry.device) {
            group.append(PlacedObservation(entry: entry, place: rows.place(of: entry.device)))
            if group.count < PlacedObservation.mostAtOnce { continue }
            observe(group, &found, changes: &changes)
            group.removeAll(keepingCapacity: true)
        }
        observe(group, &found, changes: &changes)
    }

    private mutating func observe(
        _ group: [PlacedObservation], _ found: inout [ConditionChange], changes: inout [DeviceChange]
    ) {
        rows.readAhead(of: group)
        for placed in group {
            rows.blocks[placed.place.block][placed.place.index]
                .observe(placed.entry.observation, in: conditions, changes: &found)
            guard !found.isEmpty else { continue }
            for change in found { changes.append(DeviceChange(device: placed.entry.device, change: change)) }
            found.removeAll(keepingCapacity: true)
        }
    }

    /// Sets the initial states of a device, for example after a restart.
    ///
    /// States of conditions that are not evaluated are ignored.
    public mutating func assume(_ states: [ConditionName: ConditionState], of device: DeviceName) {
        for (name, state) in states {
            guard let definition = conditions.definition(name) else { continue }
            let place = rows.place(of: device)
            rows.blocks[place.block][place.index].assume(state, of: definition, in: conditions)
        }
    }

    /// Drops all data about a device.
    public mutating func forget(_ device: DeviceName) { rows.remove(device) }
}

// MARK: - States

extension ConditionTable {
    /// The state of a condition for a device; `ConditionState.unmonitored` if the condition is not evaluated.
    public func state(of device: DeviceName, _ name: ConditionName) -> ConditionState {
        guard let definition = conditions.definition(name) else { return .unmonitored }
        return rows[device]?.evaluation(of: definition)?.state(of: definition) ?? .unknown
    }

    /// The satisfied conditions of a device, by name.
    ///
    /// - Complexity: O(*k* log *k*) in the number of conditions that the device is near.
    public func satisfied(of device: DeviceName) -> [ConditionName] {
        guard let row = rows[device] else { return [] }
        return row.keysApart.compactMap { conditions.definition($0) }
            .filter { row.evaluation(of: $0)?.state(of: $0) == .satisfied }.map(\.name).sorted()
    }

    /// The names of the conditions of a common change, in order, without those that were removed since.
    ///
    /// - Complexity: O(*n* log *n*) in the number of conditions.
    public func names(of others: OtherConditions) -> [ConditionName] {
        let exceptions = Set(others.exceptions)
        return conditions.definitions(of: others.policy, numbers: others.numbers)
            .filter { $0.leaf?.kind == others.kind && !exceptions.contains($0.key.number) }.map(\.name)
            .sorted()
    }

    /// The devices with any data about a condition, in no order.
    ///
    /// - Complexity: O(*n*) in the number of devices.
    public func devices(with name: ConditionName) -> [DeviceName] {
        guard let definition = conditions.definition(name) else { return [] }
        return rows.devices.filter {
            rows[$0]?.evaluation(of: definition).map { !$0.isBlank(definition) } ?? false
        }
    }
}
