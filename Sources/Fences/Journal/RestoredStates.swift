public import Conditions

/// The content of a journal: the known states of the devices at the last write.
public struct RestoredStates: Sendable {
    /// A condition as it was when its states were written.
    struct Condition: Sendable {
        let name: ConditionName
        let policy: Int32
        let kind: ConditionKind?
    }

    /// The states of one device.
    struct Device: Sendable {
        let name: DeviceName
        /// The states of single conditions, by their numbers.
        var states: [Int: ConditionState] = [:]
        /// The common states of all other conditions, the newest last.
        var others: [(OtherConditions, ConditionState)] = []
    }

    /// By their numbers.
    private(set) var conditions: [Int: Condition] = [:]
    private var entries: [Device?] = []

    /// Makes an empty value.
    public init() {}

    /// The devices with known states, in the order of their first entries.
    public var devices: [DeviceName] { entries.compactMap { $0?.name } }

    var known: [Device] { entries.compactMap { $0 } }

    /// The known states of a device, by condition.
    ///
    /// - Complexity: O(*n*) in the numbers of devices and conditions.
    public func states(of device: DeviceName) -> [ConditionName: ConditionState] {
        guard let entry = entries.lazy.compactMap({ $0 }).first(where: { $0.name == device }) else {
            return [:]
        }
        var states: [ConditionName: ConditionState] = [:]
        for (number, condition) in conditions {
            let state = state(of: number, condition, entry)
            if state.isKnown { states[condition.name] = state }
        }
        return states
    }

    private func state(of number: Int, _ condition: Condition, _ device: Device) -> ConditionState {
        if let state = device.states[number] { return state }
        return device.others.last { $0.0.covers(number, condition) }?.1 ?? .unknown
    }

    /// Applies the next entry of the journal.
    ///
    /// - Returns: Whether the entry is valid after the earlier ones.
    mutating func take(_ entry: JournalEntry) -> Bool {
        switch entry {
        case .condition(let number, let policy, let kind, let name):
            conditions[number] = Condition(name: ConditionName(name), policy: policy, kind: kind)
        case .conditionRemoved(let number):
            guard conditions.removeValue(forKey: number) != nil else { return false }
            for index in entries.indices { entries[index]?.states[number] = nil }
        case .device(let name):
            entries.append(Device(name: DeviceName(name)))
        case .deviceForgotten(let index):
            guard entries.indices.contains(index), entries[index] != nil else { return false }
            entries[index] = nil
        case .change(let index, let number, let change):
            guard entries.indices.contains(index), conditions[number] != nil else { return false }
            entries[index]?.states[number] = change.state
        case .othersChanged(let index, let others, let change):
            guard entries.indices.contains(index), let device = entries[index] else { return false }
            entries[index] = othersChanged(others, to: change.state, device)
        case .crossings(_, let crossings):
            for crossing in crossings {
                let (index, number) = (Int(crossing.device), Int(crossing.condition))
                guard entries.indices.contains(index) else { return false }
                // Events of an area that was removed since have no effect.
                guard conditions[number] != nil else { continue }
                entries[index]?.states[number] = crossing.isInside ? .satisfied : .unsatisfied
            }
        }
        return true
    }

    private func othersChanged(_ others: OtherConditions, to state: ConditionState, _ before: Device)
        -> Device
    {
        var device = before
        // Exceptions keep the state that they had among the others.
        for number in others.exceptions {
            guard let condition = conditions[number] else { continue }
            device.states[number] = self.state(of: number, condition, before)
        }
        let exceptions = Set(others.exceptions)
        for number in before.states.keys where !exceptions.contains(number) {
            guard let condition = conditions[number], others.covers(number, condition) else { continue }
            device.states[number] = nil
        }
        device.others.removeAll { entry in
            entry.0.kind == others.kind && entry.0.policy == others.policy
                && others.numbers.clamped(to: entry.0.numbers) == entry.0.numbers
        }
        device.others.append((others, state))
        return device
    }
}

extension OtherConditions {
    /// Whether a condition is one of them, or one of their exceptions.
    func covers(_ number: Int, _ condition: RestoredStates.Condition) -> Bool {
        condition.kind == kind && condition.policy == policy && numbers.contains(number)
    }
}
