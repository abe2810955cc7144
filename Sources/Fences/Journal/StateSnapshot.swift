/// The known states of all devices at one moment, as the beginning of a journal.
public struct StateSnapshot: Sendable {
    /// The conditions of the states.
    public let conditions: TableConditions
    /// The known states as changes that lead to them, in order for each device.
    let changes: [DeviceChange]
}

extension ConditionTable {
    /// The known states of all devices.
    ///
    /// - Complexity: O(*n*) in the numbers of devices and of their near conditions.
    public var snapshot: StateSnapshot {
        StateSnapshot(conditions: conditions, changes: knownChanges)
    }
}
