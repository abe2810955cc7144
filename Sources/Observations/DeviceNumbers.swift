public import Beacons

/// Numbers the devices that advertise one identity to one receiver, so that they are distinguished without their addresses (L133).
///
/// It keeps addresses in memory as long as it lives, and gives none of them away. An address that changes by itself shows no
/// devices apart: all such devices of an identity have one number. Keep one of these for each receiver.
public struct DeviceNumbers: Sendable {
    private struct Device: Hashable, Sendable {
        let identity: BeaconIdentity
        /// `nil` for all addresses that change.
        let address: DeviceAddress?
    }

    /// How many devices are distinguished, so that made-up identities or addresses cannot fill the memory.
    private static let capacity = 4_096

    private var numbers: [Device: UInt8] = [:]
    private var counts: [BeaconIdentity: UInt8] = [:]

    /// Begins with no device.
    public init() {}

    /// The number of a device among those of an identity, from 0 in the order in which they are heard first.
    ///
    /// - Parameters:
    ///   - address: Whose advertisement was heard.
    ///   - identity: Which beacon it says it is.
    /// - Returns: A number up to 255. Devices beyond 256 of an identity have 255, and those beyond 4,096 in all have 0.
    public mutating func number(of address: DeviceAddress, as identity: BeaconIdentity) -> UInt8 {
        let device = Device(identity: identity, address: address.isFixed ? address : nil)
        if let number = numbers[device] { return number }
        guard numbers.count < Self.capacity else { return 0 }
        let number = counts[identity, default: 0]
        numbers[device] = number
        counts[identity] = number == .max ? .max : number + 1
        return number
    }
}
