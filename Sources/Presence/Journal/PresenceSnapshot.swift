/// What is known about all devices at one moment, for a journal that begins with it.
public struct PresenceSnapshot: Sendable {
    /// The conditions that it is about.
    public let conditions: PresenceConditions
    /// The known states as changes that lead to them, in the order of each device.
    let changes: [DeviceChange]
}

extension PresenceTable {
    /// What is known about all devices.
    ///
    /// - Complexity: O(*n*) in the numbers of devices and of what they are near.
    public var snapshot: PresenceSnapshot {
        PresenceSnapshot(conditions: conditions, changes: knownChanges)
    }
}
