import Beacons
import Formats

/// Builds captures for tests, byte by byte.
struct Capture {
    var bytes: [UInt8]

    init(datalink: UInt32 = 1002, version: UInt32 = 1) {
        bytes = Array("btsnoop\0".utf8) + bigEndian(version) + bigEndian(datalink)
    }

    /// Adds a record; its time in microseconds since 1970.
    mutating func add(_ packet: [UInt8], at time: Int64, flags: UInt32 = 3, original: Int? = nil) {
        bytes += bigEndian(UInt32(original ?? packet.count)) + bigEndian(UInt32(packet.count))
        bytes += bigEndian(flags) + bigEndian(UInt32(0)) + bigEndian(time &+ 0x00DC_DDB3_0F2F_8000) + packet
    }

    /// The packet of a legacy report with one advertisement.
    static func packet(_ data: [UInt8], rssi: Int8 = -50, lastByte: UInt8 = 0xF1) -> [UInt8] {
        let report: [UInt8] = [3, 1, lastByte, 0xE2, 0xD3, 0xC4, 0xB5, 0xC6, UInt8(data.count)]
        let body = [0x02, 1] + report + data + [UInt8(bitPattern: rssi)]
        return [0x04, 0x3E, UInt8(body.count)] + body
    }

    static let uuid = ProximityUUID(high: 0x6E5C_7A0D_3B41_4E0A, low: 0x9C52_8F2D_71B6_A4E3)

    static func frame(_ major: UInt16, _ minor: UInt16, power: Int8 = -59) -> IBeaconFrame {
        IBeaconFrame(
            identity: BeaconIdentity(uuid: uuid, major: major, minor: minor), measuredPower: power)
    }

    /// An advertisement of the device whose address, which it keeps, ends with a byte.
    static func advertisement(
        _ major: UInt16, _ minor: UInt16, rssi: Int8 = -50, lastByte: UInt8 = 0xF1
    ) -> [UInt8] {
        packet(frame(major, minor).advertisingData, rssi: rssi, lastByte: lastByte)
    }
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
