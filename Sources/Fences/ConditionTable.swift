public import Conditions
public import Observations

/// Evaluates the same conditions for many devices, each as one monitor would (LA7).
///
/// A device is near a handful of conditions; to all others it says the same. So the table holds, for each device, what
/// its sources reported, once; what that means for the conditions that it is not near, once; and a state of its own only for
/// those that it is near, was near within `ConditionPolicy.goneAfter`, or whose beacons it hears. What that costs does
/// not grow with the number of conditions.
///
/// It holds times, counts, at most two fixes of a device and a point of a coarse grid near it, and never an advertisement
/// (LD20); ``forget(_:)`` drops all of it at once. The table has no clock and keeps nothing outside memory.
public struct ConditionTable: Sendable {
    /// The conditions that are evaluated.
    public internal(set) var conditions = TableConditions()
    var rows = DeviceRows()

    /// Makes a table without conditions and devices.
    public init() {}
}

// MARK: - Conditions

extension ConditionTable {
    /// Sets which conditions are evaluated from now on.
    ///
    /// A condition that stays as it was keeps its states. One that changed or is no longer named loses them without a
    /// transition.
    ///
    /// - Parameters:
    ///   - conditions: The conditions by name.
    ///   - policy: How sure each must be before it changes.
    /// - Complexity: O(*n* log *n*) in the number of conditions.
    public mutating func evaluate(
        _ conditions: [ConditionName: Condition], policy: ConditionPolicy = ConditionPolicy()
    ) {
        for name in self.conditions.names where conditions[name] == nil { self.conditions.remove(name) }
        for (name, condition) in conditions { set(condition, policy: policy, for: name) }
    }

    /// Evaluates a condition from now on, in place of another of its name.
    ///
    /// It knows only what is observed from now on (L11). One that is there as it is keeps its states.
    ///
    /// - Complexity: O(log *n*) in the number of conditions, and a look at each device at its next observation.
    public mutating func set(
        _ condition: Condition, policy: ConditionPolicy = ConditionPolicy(), for name: ConditionName
    ) {
        conditions.set(condition, policy: policy, for: name)
    }

    /// Evaluates a condition no longer; a name that is not there changes nothing.
    ///
    /// - Complexity: O(*n*) in the number of conditions, and a look at each device at its next observation.
    public mutating func remove(_ name: ConditionName) { conditions.remove(name) }
}

// MARK: - Observing

extension ConditionTable {
    /// Takes what was observed about a device.
    ///
    /// - Parameters:
    ///   - observation: What was sensed.
    ///   - device: The device that it is about.
    ///   - name: The one condition that the source can decide; `nil` for a receiver that the device carries, which
    ///     decides all of them. A gateway hears at its own spot only: that it does not hear a badge says nothing
    ///     about other spots.
    /// - Returns: What changed, by the order of the conditions' names; each of the conditions that the device is not
    ///   near has a transition of its own.
    /// - Complexity: As ``observe(_:of:about:changes:)``, and O(*n* log *n*) in the number of conditions when those
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

    /// Takes what was observed about a device, and adds what changed to a list.
    ///
    /// - Parameters:
    ///   - observation: What was sensed.
    ///   - device: The device that it is about.
    ///   - name: The one condition that the source can decide; `nil` for all.
    ///   - changes: Gets the changes: one for each condition that the device is near, and one for all others of a kind.
    /// - Complexity: O(*k* + log *n*) for *k* conditions that the device is near and *n* in all.
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

    /// Takes what was observed about devices, in its order, and adds what changed to a list.
    ///
    /// - Parameters:
    ///   - batch: The observations.
    ///   - isWanted: Which devices are evaluated here; the others are passed over.
    ///   - changes: Gets the changes, in the order of the observations.
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

    /// Begins a device with states that were known before, such as after a restart.
    ///
    /// States of conditions that are not evaluated are passed over.
    public mutating func assume(_ states: [ConditionName: ConditionState], of device: DeviceName) {
        for (name, state) in states {
            guard let definition = conditions.definition(name) else { continue }
            let place = rows.place(of: device)
            rows.blocks[place.block][place.index].assume(state, of: definition, in: conditions)
        }
    }

    /// Drops everything that is held about a device.
    public mutating func forget(_ device: DeviceName) { rows.remove(device) }
}

// MARK: - What is known

extension ConditionTable {
    /// What is known about a condition of a device; `ConditionState.unmonitored` for one that is not evaluated.
    public func state(of device: DeviceName, _ name: ConditionName) -> ConditionState {
        guard let definition = conditions.definition(name) else { return .unmonitored }
        return rows[device]?.evaluation(of: definition)?.state(of: definition) ?? .unknown
    }

    /// The conditions that are satisfied for a device, by name.
    ///
    /// - Complexity: O(*k* log *k*) in the number of conditions that the device is near.
    public func satisfied(of device: DeviceName) -> [ConditionName] {
        guard let row = rows[device] else { return [] }
        return row.keysApart.compactMap { conditions.definition($0) }
            .filter { row.evaluation(of: $0)?.state(of: $0) == .satisfied }.map(\.name).sorted()
    }

    /// The names of the conditions that a change of many is about, in their order; those that were removed since are not.
    ///
    /// - Complexity: O(*n* log *n*) in the number of conditions.
    public func names(of others: OtherConditions) -> [ConditionName] {
        let exceptions = Set(others.exceptions)
        return conditions.definitions(of: others.policy, numbers: others.numbers)
            .filter { $0.leaf?.kind == others.kind && !exceptions.contains($0.key.number) }.map(\.name)
            .sorted()
    }

    /// The devices for which anything is known about a condition, in no order.
    ///
    /// - Complexity: O(*n*) in the number of devices.
    public func devices(with name: ConditionName) -> [DeviceName] {
        guard let definition = conditions.definition(name) else { return [] }
        return rows.devices.filter {
            rows[$0]?.evaluation(of: definition).map { !$0.isBlank(definition) } ?? false
        }
    }
}
