/// Whether a device can advertise.
public enum CBManagerState: Int, Hashable, Sendable {
    /// Not known yet.
    case unknown = 0
    /// The radio is restarting.
    case resetting = 1
    /// The device has no radio that can advertise.
    case unsupported = 2
    /// The program may not use the radio.
    case unauthorized = 3
    /// The radio is switched off.
    case poweredOff = 4
    /// The device can advertise.
    case poweredOn = 5
}
