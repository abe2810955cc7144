import Beacons
import DBus

/// Turns the properties of a device of BlueZ back into an advertisement.
///
/// BlueZ takes advertisements apart and keeps the parts: manufacturer data by company, service data by service, a name. What
/// it leaves out (flags, the order) is not restored.
enum DeviceAdvertisement {
    /// The advertisement behind a change.
    ///
    /// - Parameters:
    ///   - device: All properties of the device.
    ///   - changed: The properties that were sent now.
    /// - Returns: A report and its data; `nil` when the change is no sign of an advertisement.
    static func report(
        of device: BlueZObjects.Properties, changed: BlueZObjects.Properties
    ) -> (report: AdvertisingReport, data: [UInt8])? {
        guard changed["RSSI"] != nil || changed["ManufacturerData"] != nil || changed["ServiceData"] != nil,
            let address = address(of: device)
        else { return nil }
        // With a strength alone, the parts are those of before.
        let parts = changed["ManufacturerData"] == nil && changed["ServiceData"] == nil ? device : changed
        let data = structures(of: parts)
        guard !data.isEmpty else { return nil }
        // BlueZ does not say whether a device can be connected to.
        let properties: AdvertisingProperties = data.count <= 31 ? [.legacy] : []
        let report = AdvertisingReport(
            properties: properties, address: address, rssi: decibels(device["RSSI"]),
            transmitPower: decibels(device["TxPower"]), data: 0..<data.count)
        return (report, data)
    }

    private static func decibels(_ value: BusValue?) -> Int8? {
        value?.number.flatMap { Int8(exactly: $0) }.flatMap { $0 == 127 ? nil : $0 }
    }

    private static func address(of device: BlueZObjects.Properties) -> DeviceAddress? {
        guard let text = device["Address"]?.text else { return nil }
        let pairs = text.split(separator: ":").compactMap { $0.utf8.count == 2 ? UInt64($0, radix: 16) : nil }
        guard pairs.count == 6 else { return nil }
        let kind: DeviceAddress.Kind = device["AddressType"]?.text == "random" ? .random : .publicDevice
        return DeviceAddress(pairs.reduce(0) { $0 << 8 | $1 }, kind: kind)
    }

    /// The advertising structures of the parts, in a fixed order; a part that is too long for one is left out.
    private static func structures(of parts: BlueZObjects.Properties) -> [UInt8] {
        let manufacturers = (parts["ManufacturerData"]?.entries ?? []).compactMap {
            entry -> (key: UInt16, data: [UInt8])? in
            guard let company = entry.key.number.flatMap({ UInt16(exactly: $0) }), let data = entry.value.data
            else { return nil }
            return (company, data)
        }.sorted { $0.key < $1.key }
        let services = (parts["ServiceData"]?.entries ?? []).compactMap {
            entry -> (key: ProximityUUID, data: [UInt8])? in
            guard let uuid = entry.key.text.flatMap({ ProximityUUID($0) }), let data = entry.value.data else {
                return nil
            }
            return (uuid, data)
        }.sorted { $0.key < $1.key }
        return manufacturers.flatMap { structure(0xFF, littleEndian($0.key) + $0.data) }
            + services.flatMap { service($0.key, $0.data) }
    }

    private static func structure(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        UInt8(exactly: content.count + 1).map { [$0, type] + content } ?? []
    }

    /// Service data in its shortest form: assigned numbers of 16 and 32 bits stand in a UUID of Bluetooth's.
    private static func service(_ uuid: ProximityUUID, _ data: [UInt8]) -> [UInt8] {
        let isAssigned = uuid.low == 0x8000_0080_5F9B_34FB && uuid.high & 0xFFFF_FFFF == 0x1000
        let number = uuid.high >> 32
        if isAssigned, number <= 0xFFFF { return structure(0x16, littleEndian(UInt16(number)) + data) }
        let bytes = (0..<16).map { index -> UInt8 in
            let half = index < 8 ? uuid.low : uuid.high
            return UInt8(truncatingIfNeeded: half >> UInt64(8 * (index % 8)))
        }
        return isAssigned ? structure(0x20, Array(bytes[12...]) + data) : structure(0x21, bytes + data)
    }
}
