public import Beacons

/// One advertisement of a beacon as a receiver heard it.
public struct BeaconSighting: Hashable, Sendable {
    /// Which beacon it says it is.
    public var identity: BeaconIdentity
    /// The signal strength that the beacon claims for a distance of one metre, in dBm.
    public var measuredPower: Int8
    /// The signal strength at the receiver, in dBm; `nil` when the receiver did not report it (127 in HCI reports).
    public var rssi: Int8?
    /// Which of the devices with this identity, where the receiver distinguishes several; 0 for the only one, or the first (L133).
    ///
    /// The receiver numbers them from 0, so that no address need be passed on; see ``DeviceNumbers``.
    public var device: UInt8

    /// Makes a sighting.
    public init(identity: BeaconIdentity, measuredPower: Int8, rssi: Int8?, device: UInt8 = 0) {
        self.identity = identity
        self.measuredPower = measuredPower
        self.rssi = rssi
        self.device = device
    }
}
