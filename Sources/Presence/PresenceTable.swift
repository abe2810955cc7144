public import Conditions
public import Observations

/// Evaluates the same conditions for many devices: a row for each device, a column for each condition.
///
/// A cell is made when the first observation comes that can decide it. It holds what the condition's machine holds: a
/// state, times, at most the last two fixes, and never an advertisement; ``forget(_:)`` drops a whole row at once. The
/// table has no clock and keeps nothing outside memory.
public struct PresenceTable: Sendable {
    private struct Column: Equatable {
        let condition: Condition
        let policy: ConditionPolicy
    }

    private var columns: [ConditionName: Column] = [:]
    private var rows: [DeviceName: [ConditionName: ConditionStateMachine]] = [:]

    /// Makes a table without conditions and devices.
    public init() {}

    /// Sets which conditions are evaluated from now on.
    ///
    /// A condition that stays as it was keeps its states. One that changed or is no longer named loses them, without a
    /// transition: what it said was about something that is not there any more.
    ///
    /// - Parameters:
    ///   - conditions: The conditions by name.
    ///   - policy: How sure each must be before it changes.
    /// - Complexity: O(conditions + states that are kept).
    public mutating func evaluate(
        _ conditions: [ConditionName: Condition], policy: ConditionPolicy = ConditionPolicy()
    ) {
        let columns = conditions.mapValues { Column(condition: $0, policy: policy) }
        let kept = columns.filter { self.columns[$0.key] == $0.value }
        self.columns = columns
        rows = rows.mapValues { row in row.filter { kept[$0.key] != nil } }.filter { !$0.value.isEmpty }
    }

    /// Takes what was observed about a device.
    ///
    /// - Parameters:
    ///   - observation: What was sensed.
    ///   - device: Whose surroundings it tells about.
    ///   - name: The one condition that the source can tell about; `nil` for a receiver that the device carries, which
    ///     tells about all of them. A gateway hears at its own spot only: that it does not hear a badge says nothing
    ///     about other spots.
    /// - Returns: What changed, by the order of the conditions' names.
    /// - Complexity: O(*n*) in the number of conditions that the source can tell about.
    public mutating func observe(
        _ observation: Observation, of device: DeviceName, about name: ConditionName? = nil
    ) -> [PresenceTransition] {
        let names = name.map { [$0] } ?? columns.keys.sorted()
        return names.compactMap { name in
            guard let column = columns[name] else { return nil }
            let change = rows[device, default: [:]][
                name, default: ConditionStateMachine(column.condition, policy: column.policy)
            ].observe(observation)
            return change.map { PresenceTransition(condition: name, change: $0) }
        }
    }

    /// Begins a device's row with states that were known before, such as after a restart.
    ///
    /// States of conditions that are not evaluated are passed over.
    public mutating func assume(_ states: [ConditionName: ConditionState], of device: DeviceName) {
        for (name, state) in states {
            guard let column = columns[name] else { continue }
            rows[device, default: [:]][name] = ConditionStateMachine(
                column.condition, policy: column.policy, assuming: state)
        }
    }

    /// What is known about a condition of a device; `ConditionState.unmonitored` for one that is not evaluated.
    public func state(of device: DeviceName, _ name: ConditionName) -> ConditionState {
        guard columns[name] != nil else { return .unmonitored }
        return rows[device]?[name]?.state ?? .unknown
    }

    /// The conditions that are satisfied for a device, by name.
    ///
    /// - Complexity: O(*n* log *n*) in the number of the device's states.
    public func satisfied(of device: DeviceName) -> [ConditionName] {
        (rows[device] ?? [:]).filter { $0.value.state == .satisfied }.keys.sorted()
    }

    /// The devices of which anything is known about a condition, in no order.
    ///
    /// - Complexity: O(*n*) in the number of devices.
    public func devices(with name: ConditionName) -> [DeviceName] {
        rows.compactMap { $0.value[name] == nil ? nil : $0.key }
    }

    /// Drops everything that is held about a device.
    public mutating func forget(_ device: DeviceName) { rows[device] = nil }
}
