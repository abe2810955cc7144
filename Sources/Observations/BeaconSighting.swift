public import Beacons

/// One advertisement of a beacon as a receiver heard it.
public struct BeaconSighting: Hashable, Sendable {
    /// The identity that the beacon sends.
    public var identity: BeaconIdentity
    /// The signal strength that the beacon claims for a distance of one metre, in dBm.
    public var measuredPower: Int8
    /// The signal strength at the receiver, in dBm; `nil` when the receiver did not report it (127 in HCI reports).
    public var rssi: Int8?
    /// The number of the device among those with this identity; 0 for the only one, or the first (L133).
    ///
    /// A receiver that distinguishes devices numbers them from 0, so that it need not pass on addresses; see
    /// ``DeviceNumbers``.
    public var device: UInt8

    /// Makes a sighting.
    public init(identity: BeaconIdentity, measuredPower: Int8, rssi: Int8?, device: UInt8 = 0) {
        self.identity = identity
        self.measuredPower = measuredPower
        self.rssi = rssi
        self.device = device
    }
}
