public import Observations

/// An observation about a device.
public struct DeviceObservation: Hashable, Sendable {
    /// The device.
    public var device: DeviceName
    /// The observation.
    public var observation: Observation

    /// Makes an observation about a device.
    public init(device: DeviceName, observation: Observation) {
        self.device = device
        self.observation = observation
    }
}

/// A change for a device.
public struct DeviceChange: Hashable, Sendable {
    /// The device.
    public var device: DeviceName
    /// The changed conditions and their new state.
    public var change: ConditionChange

    /// Makes a change for a device.
    public init(device: DeviceName, change: ConditionChange) {
        self.device = device
        self.change = change
    }
}
