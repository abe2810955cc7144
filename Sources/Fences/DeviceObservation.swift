public import Observations

/// What was observed about a device.
public struct DeviceObservation: Hashable, Sendable {
    /// The device that it is about.
    public var device: DeviceName
    /// What was sensed.
    public var observation: Observation

    /// Makes an observation about a device.
    public init(device: DeviceName, observation: Observation) {
        self.device = device
        self.observation = observation
    }
}

/// What changed for a device.
public struct DeviceChange: Hashable, Sendable {
    /// Whose surroundings changed.
    public var device: DeviceName
    /// What changed, and how.
    public var change: ConditionChange

    /// Makes a change of a device.
    public init(device: DeviceName, change: ConditionChange) {
        self.device = device
        self.change = change
    }
}
