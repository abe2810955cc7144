/// One advertisement as a Bluetooth controller reports it.
public struct AdvertisingReport: Hashable, Sendable {
    /// The kind of advertisement.
    public var properties: AdvertisingProperties
    /// The address of the sender.
    public var address: DeviceAddress
    /// The signal strength at the receiver, in dBm; `nil` when the controller did not report it (127 on the wire).
    public var rssi: Int8?
    /// The transmit power that the device reports, in dBm; `nil` when it reports none, and in legacy reports.
    public var transmitPower: Int8?
    /// The number of the advertising set, 0 to 15; `nil` when there is none, and in legacy reports.
    ///
    /// Reports of one set of one device belong together.
    public var advertisingSet: UInt8?
    /// Where the advertising data is in the packet.
    public var data: Range<Int>

    /// Makes a report.
    public init(
        properties: AdvertisingProperties, address: DeviceAddress, rssi: Int8?, transmitPower: Int8? = nil,
        advertisingSet: UInt8? = nil, data: Range<Int>
    ) {
        self.properties = properties
        self.address = address
        self.rssi = rssi
        self.transmitPower = transmitPower
        self.advertisingSet = advertisingSet
        self.data = data
    }
}
