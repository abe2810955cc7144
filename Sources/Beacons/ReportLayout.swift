/// Where the parts of a report are; the raw value is the subevent that carries it.
enum ReportLayout: UInt8 {
    case legacy = 0x02
    case extended = 0x0D

    /// Reads the report that begins at an offset of a packet.
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

    /// Where the next report begins.
    func end(of report: AdvertisingReport) -> Int { report.data.upperBound + trailerCount }

    /// The bytes before the data, its length included.
    private var headerCount: Int { self == .legacy ? 9 : 24 }
    /// The bytes after the data.
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
            transmitPower: decibels(packet[offset + 12]), data: data)
    }

    /// Reads an address, its kind first, then its bytes, the last written one first.
    private func address(in packet: Span<UInt8>, at offset: Int) throws(FrameDefect) -> DeviceAddress {
        guard let kind = DeviceAddress.Kind(rawValue: packet[offset]) else { throw .reservedValue }
        let high = UInt64(packet.littleEndian16(at: offset + 5))
        return DeviceAddress(high << 32 | UInt64(packet.littleEndian32(at: offset + 1)), kind: kind)
    }

    /// A signal strength in dBm, where 127 stands for one that is not known.
    private func decibels(_ byte: UInt8) -> Int8? { byte == 127 ? nil : Int8(bitPattern: byte) }
}
