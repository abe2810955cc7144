public import Beacons

/// Numbers the devices that send one identity to one receiver, to distinguish them without their addresses
/// (L133).
///
/// It keeps addresses in memory while it exists, and passes none of them on. Devices that change their
/// addresses cannot be distinguished: all such devices of an identity share one number. Use a separate value
/// for each receiver.
public struct DeviceNumbers: Sendable {
    private struct Device: Hashable, Sendable {
        let identity: BeaconIdentity
        /// `nil` stands for all changing addresses.
        let address: DeviceAddress?
    }

    /// The maximum number of distinguished devices, so that made-up identities or addresses cannot fill the
    /// memory.
    private static let capacity = 4_096

    private var numbers: [Device: UInt8] = [:]
    private var counts: [BeaconIdentity: UInt8] = [:]

    /// Starts without devices.
    public init() {}

    /// The number of a device among those of an identity, from 0 in the order in which they are heard first.
    ///
    /// - Parameters:
    ///   - address: The address of the sender.
    ///   - identity: The identity that it sends.
    /// - Returns: A number up to 255. Devices beyond 256 of an identity get 255, and those beyond 4,096 in
    ///   total get 0.
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
