/// Advertisements as a sniffer receives them from the air, before any controller.
///
/// Layout: access address `D6 BE 89 8E`, header (1 byte: type in the lowest four bits, 0x40 random address), length (1
/// byte), payload, checksum (3 bytes). The payload of a legacy advertisement is the address (6 bytes, least significant
/// first) and the data; that of an extended one has a header of its own with optional fields. Source: Bluetooth Core
/// Specification 5.4, volume 6, part B, 2.1 to 2.3.
public enum LinkLayerPacket: Sendable {
    /// Reads the advertisement in a packet.
    ///
    /// The method allocates nothing.
    ///
    /// - Parameters:
    ///   - packet: The packet, from its access address to its checksum.
    ///   - rssi: The signal strength that the sniffer measured, in dBm.
    ///   - isChecked: Whether the sniffer already found the checksum right; otherwise it is computed here.
    ///   - hasCodingIndicator: Whether a byte for the coding follows the access address, as on the coded physical layer.
    /// - Returns: The report that a controller would make of it; the data is a range of the packet.
    /// - Throws: ``FrameDefect/notAnAdvertisement`` for requests and connections, ``FrameDefect/wrongChecksum``,
    ///   ``FrameDefect/truncatedPacket``, ``FrameDefect/trailingBytes`` and ``FrameDefect/reservedValue``.
    public static func advertisement(
        in packet: Span<UInt8>, rssi: Int8?, isChecked: Bool = false, hasCodingIndicator: Bool = false
    ) throws(FrameDefect) -> AdvertisingReport {
        let header = hasCodingIndicator ? 5 : 4
        guard packet.count >= header + 2 + checksumCount else { throw .truncatedPacket }
        guard packet.littleEndian32(at: 0) == accessAddress else { throw .notAnAdvertisement }
        let payload = header + 2..<header + 2 + Int(packet[header + 1])
        guard payload.upperBound + checksumCount <= packet.count else { throw .truncatedPacket }
        guard payload.upperBound + checksumCount == packet.count else { throw .trailingBytes }
        if !isChecked, checksum(of: packet.extracting(header..<payload.upperBound)) != sent(in: packet) {
            throw .wrongChecksum
        }
        let isRandom = packet[header] & 0x40 != 0
        switch packet[header] & 0xF {
        case 0: return try legacy([.connectable, .scannable], in: packet, payload, isRandom, rssi)
        case 1:
            // The rest of the payload is the address of the one receiver.
            guard payload.count == 12 else { throw .truncatedPacket }
            let sender = payload.lowerBound..<payload.lowerBound + 6
            return try legacy([.connectable, .directed], in: packet, sender, isRandom, rssi)
        case 2: return try legacy([], in: packet, payload, isRandom, rssi)
        case 3, 5: throw .notAnAdvertisement
        case 4: return try legacy([.scannable, .scanResponse], in: packet, payload, isRandom, rssi)
        case 6: return try legacy([.scannable], in: packet, payload, isRandom, rssi)
        case 7: return try extended(in: packet, payload, isRandom, rssi)
        default: throw .reservedValue
        }
    }

    /// The packet of a legacy advertisement, from its access address to its checksum.
    ///
    /// - Parameters:
    ///   - report: The report; the range of its data, its strength and its power are ignored.
    ///   - data: The advertising data.
    /// - Returns: `nil` for an extended or a directed advertisement, for an address that no device sends, and when the
    ///   data is longer than 31 bytes.
    public static func packet(of report: AdvertisingReport, data: [UInt8]) -> [UInt8]? {
        let type: UInt8
        switch report.properties {
        case [.legacy, .connectable, .scannable]: type = 0
        case [.legacy]: type = 2
        case [.legacy, .scannable, .scanResponse]: type = 4
        case [.legacy, .scannable]: type = 6
        default: return nil
        }
        guard data.count <= 31, report.address.kind == .publicDevice || report.address.kind == .random else {
            return nil
        }
        var body = [type | (report.address.kind == .random ? 0x40 : 0), UInt8(6 + data.count)]
        body.appendLittleEndian(report.address.value, count: 6)
        body += data
        var packet: [UInt8] = []
        packet.appendLittleEndian(accessAddress, count: 4)
        packet += body
        packet.appendLittleEndian(checksum(of: body.span), count: 3)
        return packet
    }

    /// The checksum of a packet on an advertising channel: 24 bits, over header, length and payload.
    ///
    /// Source: Bluetooth Core Specification 5.4, volume 6, part B, 3.1.1: the polynomial 0x00065B, started with
    /// 0x555555; here both with their bits in the order of transmission.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        var state: UInt32 = 0xAA_AAAA
        for index in 0..<bytes.count {
            state ^= UInt32(bytes[index])
            for _ in 0..<8 { state = state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xDA_6000 }
        }
        return state
    }

    private static func legacy(
        _ properties: AdvertisingProperties, in packet: Span<UInt8>, _ payload: Range<Int>, _ isRandom: Bool,
        _ rssi: Int8?
    ) throws(FrameDefect) -> AdvertisingReport {
        guard payload.count >= 6 else { throw .truncatedPacket }
        guard payload.count <= 6 + 31 else { throw .reservedValue }
        return AdvertisingReport(
            properties: properties.union(.legacy),
            address: address(in: packet, at: payload.lowerBound, isRandom),
            rssi: rssi, data: payload.lowerBound + 6..<payload.upperBound)
    }

    /// Reads an extended advertisement: length of the header and mode (1 byte), flags, the fields that the flags
    /// announce, then the data.
    private static func extended(
        in packet: Span<UInt8>, _ payload: Range<Int>, _ isRandom: Bool, _ rssi: Int8?
    ) throws(FrameDefect) -> AdvertisingReport {
        guard payload.count >= 1 else { throw .truncatedPacket }
        let first = packet[payload.lowerBound]
        let start = payload.lowerBound + 1
        let dataStart = start + Int(first & 0x3F)
        guard dataStart <= payload.upperBound else { throw .truncatedPacket }
        guard first >> 6 != 3 else { throw .reservedValue }
        var report = AdvertisingReport(
            properties: AdvertisingProperties(rawValue: UInt16(first >> 6)),
            address: DeviceAddress(0, kind: .anonymous), rssi: rssi, data: dataStart..<payload.upperBound)
        guard dataStart > start else { return report }
        let flags = packet[start]
        var offset = start + 1
        if flags & 1 != 0 {
            guard offset + 6 <= dataStart else { throw .truncatedPacket }
            report.address = address(in: packet, at: offset, isRandom)
        }
        // The lengths of: address, receiver, direction finding.
        offset += (flags & 1 != 0 ? 6 : 0) + (flags & 2 != 0 ? 6 : 0) + (flags & 4 != 0 ? 1 : 0)
        if flags & 2 != 0 { report.properties.insert(.directed) }
        if flags & 8 != 0 {
            guard offset + 2 <= dataStart else { throw .truncatedPacket }
            report.advertisingSet = packet[offset + 1] >> 4
        }
        // The lengths of: set and number of the data, pointer to the next packet, periodic advertising.
        offset += (flags & 8 != 0 ? 2 : 0) + (flags & 0x10 != 0 ? 3 : 0) + (flags & 0x20 != 0 ? 18 : 0)
        if flags & 0x10 != 0 { report.properties.insert(.moreToCome) }
        if flags & 0x40 != 0 {
            guard offset + 1 <= dataStart else { throw .truncatedPacket }
            report.transmitPower = packet[offset] == 127 ? nil : Int8(bitPattern: packet[offset])
        } else if offset > dataStart {
            throw .truncatedPacket
        }
        return report
    }

    private static func address(in packet: Span<UInt8>, at offset: Int, _ isRandom: Bool) -> DeviceAddress {
        let high = UInt64(packet.littleEndian16(at: offset + 4))
        return DeviceAddress(
            high << 32 | UInt64(packet.littleEndian32(at: offset)), kind: isRandom ? .random : .publicDevice)
    }

    private static func sent(in packet: Span<UInt8>) -> UInt32 {
        let end = packet.count
        return UInt32(packet[end - 3]) | UInt32(packet[end - 2]) << 8 | UInt32(packet[end - 1]) << 16
    }

    private static var accessAddress: UInt32 { 0x8E89_BED6 }
    private static var checksumCount: Int { 3 }
}
