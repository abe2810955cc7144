/// The positions of a report's parts; the raw value is the subevent of the packet.
enum ReportLayout: UInt8 {
    case legacy = 0x02
    case extended = 0x0D

    /// Reads the report at an offset of a packet.
    func report(in packet: Span<UInt8>, at offset: Int) throws(FrameDefect) -> AdvertisingReport {
        let dataStart = offset + headerCount
        guard dataStart <= packet.count else { throw .truncatedPacket }
        let data = dataStart..<dataStart + Int(packet[dataStart - 1])
        guard data.upperBound + trailerCount <= packet.count else { throw .truncatedPacket }
        switch self {
        case .legacy: return try legacyReport(in: packet, at: offset, data: data)
        case .extended: return try extendedReport(in: packet, at: offset, data: data)
        }
    }

    /// The offset of the next report.
    func end(of report: AdvertisingReport) -> Int { report.data.upperBound + trailerCount }

    /// The number of bytes before the data, including the data's length byte.
    private var headerCount: Int { self == .legacy ? 9 : 24 }
    /// The number of bytes after the data.
    private var trailerCount: Int { self == .legacy ? 1 : 0 }

    private func legacyReport(
        in packet: Span<UInt8>, at offset: Int, data: Range<Int>
    ) throws(FrameDefect) -> AdvertisingReport {
        guard let properties = AdvertisingProperties(legacyEventType: packet[offset]) else {
            throw .reservedValue
        }
        return AdvertisingReport(
            properties: properties, address: try address(in: packet, at: offset + 1),
            rssi: decibels(packet[data.upperBound]), data: data)
    }

    private func extendedReport(
        in packet: Span<UInt8>, at offset: Int, data: Range<Int>
    ) throws(FrameDefect) -> AdvertisingReport {
        AdvertisingReport(
            properties: AdvertisingProperties(rawValue: packet.littleEndian16(at: offset)),
            address: try address(in: packet, at: offset + 2), rssi: decibels(packet[offset + 13]),
            transmitPower: decibels(packet[offset + 12]),
            advertisingSet: packet[offset + 11] == 0xFF ? nil : packet[offset + 11], data: data)
    }

    /// Reads an address: its kind first, then its bytes in the reverse of the written order.
    private func address(in packet: Span<UInt8>, at offset: Int) throws(FrameDefect) -> DeviceAddress {
        guard let kind = DeviceAddress.Kind(rawValue: packet[offset]) else { throw .reservedValue }
        let high = UInt64(packet.littleEndian16(at: offset + 5))
        return DeviceAddress(high << 32 | UInt64(packet.littleEndian32(at: offset + 1)), kind: kind)
    }

    /// A signal strength in dBm; `nil` for 127, which means unknown.
    private func decibels(_ byte: UInt8) -> Int8? { byte == 127 ? nil : Int8(bitPattern: byte) }
}
