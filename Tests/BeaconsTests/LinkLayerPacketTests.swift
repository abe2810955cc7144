import Beacons
import TestSupport
import Testing

@Suite struct LinkLayerPacketTests {
    /// The second packet of a capture of a phone by Nordic's sniffer, from its access address on.
    private static let phone =
        "d6be898e 4024 bb2694c04274 02011a020a080b095465737450686f6e65340bff4c001006671e5cfadb d3823fa8"

    @Test func `a captured packet gives address, kind and data, and its checksum is right`() throws {
        let packet = try bytes(Self.phone)
        let report = try advertisement(packet)
        #expect(report.properties == [.legacy, .connectable, .scannable])
        #expect(report.address == DeviceAddress(0x7442_C094_26BB, kind: .random))
        #expect(name(in: Array(packet[report.data])) == "TestPhone4")
        #expect(LinkLayerPacket.packet(of: report, data: Array(packet[report.data])) == packet)
    }

    @Test func `any changed byte makes the checksum wrong, unless the sniffer checked it`() throws {
        let packet = try bytes(Self.phone)
        for index in 6..<packet.count {
            var changed = packet
            changed[index] ^= 0x20
            #expect(throws: FrameDefect.wrongChecksum) { try advertisement(changed) }
            #expect(throws: Never.self) { try advertisement(changed, isChecked: true) }
        }
    }

    @Test(arguments: [0, 1, 30, 31], [UInt8(0), 2, 3, 4])
    func `what is written is read again`(count: Int, eventType: UInt8) throws {
        let properties = try #require(AdvertisingProperties(legacyEventType: eventType))
        var report = AdvertisingReport(
            properties: properties, address: DeviceAddress(0x1122_3344_5566, kind: .publicDevice), rssi: nil,
            data: 0..<0)
        let data = (0..<count).map { UInt8($0) }
        let packet = try #require(LinkLayerPacket.packet(of: report, data: data))
        report.data = 12..<12 + count
        #expect(try advertisement(packet) == report)
        #expect(Array(packet[report.data]) == data)
    }

    @Test func `what a legacy packet cannot hold is refused`() {
        let address = DeviceAddress(1, kind: .random)
        for properties in [AdvertisingProperties.legacy, [], [.legacy, .directed, .connectable]] {
            let report = AdvertisingReport(properties: properties, address: address, rssi: nil, data: 0..<0)
            #expect((LinkLayerPacket.packet(of: report, data: []) == nil) == (properties != .legacy))
            #expect(LinkLayerPacket.packet(of: report, data: [UInt8](repeating: 0, count: 32)) == nil)
        }
    }

    @Test func `an extended packet gives the fields that it announces`() throws {
        // Non-connectable, with address, set 3, a pointer to the next packet, and 4 dBm.
        let header = "0d 59 665544332211 2530 000000 04"
        let report = try advertisement(try bytes("d6be898e 4711" + header + "020106 000000"), isChecked: true)
        #expect(report.address == DeviceAddress(0x1122_3344_5566, kind: .random))
        #expect(report.properties == .moreToCome)
        #expect(report.advertisingSet == 3)
        #expect(report.transmitPower == 4)
        #expect(report.data == 20..<23)
        let plain = try advertisement(try bytes("d6be898e 0704 40 020106 000000"), isChecked: true)
        #expect(plain.properties == .connectable && plain.address.kind == .anonymous)
        #expect(plain.data == 7..<10)
    }

    @Test(arguments: [
        ("", FrameDefect.truncatedPacket),
        ("d6be898e 4024 bb", .truncatedPacket),
        ("d6be898f 4006 bb2694c04274 000000", .notAnAdvertisement),
        ("d6be898e 030c bb2694c04274bb2694c04274 000000", .notAnAdvertisement),
        ("d6be898e 0506 bb2694c04274 000000", .notAnAdvertisement),
        ("d6be898e 0f06 bb2694c04274 000000", .reservedValue),
        ("d6be898e 0006 bb2694c04274 000000 00", .trailingBytes),
        ("d6be898e 0005 bb2694c042 000000", .truncatedPacket),
        ("d6be898e 0106 bb2694c04274 000000", .truncatedPacket),
        ("d6be898e 0026 bb2694c04274" + String(repeating: "00", count: 32) + "000000", .reservedValue),
        ("d6be898e 0700 000000", .truncatedPacket),
        ("d6be898e 0701 05 000000", .truncatedPacket),
        ("d6be898e 0702 c100 000000", .reservedValue),
        ("d6be898e 0702 0101 000000", .truncatedPacket),
        ("d6be898e 0702 0140 000000", .truncatedPacket),
        ("d6be898e 0702 0120 000000", .truncatedPacket),
    ])
    func `a damaged packet says what is wrong`(packet: String, defect: FrameDefect) throws {
        let packet = try bytes(packet)
        #expect(throws: defect) { try advertisement(packet, isChecked: true) }
    }

    private func advertisement(_ packet: [UInt8], isChecked: Bool = false) throws(FrameDefect)
        -> AdvertisingReport
    {
        try LinkLayerPacket.advertisement(in: packet.span, rssi: nil, isChecked: isChecked)
    }
}
