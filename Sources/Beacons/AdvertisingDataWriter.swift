/// Builds advertising data from structures, within the room that an advertisement has.
///
/// ```swift
/// var writer = AdvertisingDataWriter()
/// try writer.add([.generalDiscoverable, .withoutClassic])
/// try writer.add(manufacturerData: frame.manufacturerData)
/// ```
public struct AdvertisingDataWriter: Hashable, Sendable {
    /// The data up to now.
    public private(set) var bytes: [UInt8] = []
    /// The greatest number of bytes.
    public let capacity: Int

    /// There is no room for a structure.
    public struct Full: Error, Hashable, Sendable {}

    /// Starts without structures.
    ///
    /// - Parameter capacity: The greatest number of bytes: 31 in a legacy advertisement, up to 1,650 in an
    ///   extended one.
    public init(capacity: Int = 31) { self.capacity = capacity }

    /// Adds a structure of any type.
    ///
    /// - Throws: ``Full`` when the data would become too long, or the content has more than 254 bytes; the data is
    ///   then unchanged.
    public mutating func add(type: UInt8, content: [UInt8]) throws(Full) {
        guard let length = UInt8(exactly: content.count + 1), bytes.count + content.count + 2 <= capacity
        else {
            throw Full()
        }
        bytes.append(length)
        bytes.append(type)
        bytes += content
    }

    /// Adds what the device can do.
    public mutating func add(_ flags: AdvertisingFlags) throws(Full) {
        try add(type: 0x01, content: [flags.rawValue])
    }

    /// Adds a list of services with 16-bit UUIDs.
    public mutating func add(services: [UInt16], isComplete: Bool = true) throws(Full) {
        var content: [UInt8] = []
        for service in services { content.appendLittleEndian(service, count: 2) }
        try add(type: isComplete ? 0x03 : 0x02, content: content)
    }

    /// Adds a list of services with 128-bit UUIDs.
    public mutating func add(services: [ProximityUUID], isComplete: Bool = true) throws(Full) {
        var content: [UInt8] = []
        for service in services {
            content.appendLittleEndian(service.low, count: 8)
            content.appendLittleEndian(service.high, count: 8)
        }
        try add(type: isComplete ? 0x07 : 0x06, content: content)
    }

    /// Adds the name of the device.
    public mutating func add(name: String, isComplete: Bool = true) throws(Full) {
        try add(type: isComplete ? 0x09 : 0x08, content: Array(name.utf8))
    }

    /// Adds the transmit power in dBm.
    public mutating func add(transmitPower: Int8) throws(Full) {
        try add(type: 0x0A, content: [UInt8(bitPattern: transmitPower)])
    }

    /// Adds the data of a service with a 16-bit UUID.
    public mutating func add(serviceData data: [UInt8], of service: UInt16) throws(Full) {
        var content: [UInt8] = []
        content.appendLittleEndian(service, count: 2)
        try add(type: AdvertisingData.serviceDataType, content: content + data)
    }

    /// Adds data in a format of a company, beginning with the company identifier.
    public mutating func add(manufacturerData data: [UInt8]) throws(Full) {
        try add(type: AdvertisingData.manufacturerType, content: data)
    }
}
