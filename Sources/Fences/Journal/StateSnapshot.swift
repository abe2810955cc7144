/// What is known about all devices at one moment, for a journal that begins with it.
public struct StateSnapshot: Sendable {
    /// The conditions that it is about.
    public let conditions: TableConditions
    /// The known states as changes that lead to them, in the order of each device.
    let changes: [DeviceChange]
}

extension ConditionTable {
    /// What is known about all devices.
    ///
    /// - Complexity: O(*n*) in the numbers of devices and of what they are near.
    public var snapshot: StateSnapshot {
        StateSnapshot(conditions: conditions, changes: knownChanges)
    }
}
