import Beacons
import Testing

@Suite struct HCIEventTests {
    /// A scan response that a thermometer sent, from a capture.
    private static let legacy =
        "043e27 02 01 04 00 ab6fbf38c1a4 1b 1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2 cf"
    /// The same advertisement as an extended report.
    private static let extended =
        "043e35 0d 01 1a00 00 ab6fbf38c1a4 01 00 ff 7f cf 0000 00 000000000000 "
        + "1b 1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2"

    @Test func `a captured legacy report gives address, signal strength and data`() throws {
        let packet = try bytes(Self.legacy)
        let found = reports(in: packet)
        #expect(
            found.whole == [
                AdvertisingReport(
                    properties: [.legacy, .scannable, .scanResponse],
                    address: DeviceAddress(0xA4C1_38BF_6FAB, kind: .publicDevice), rssi: -49, data: 14..<41)
            ])
        #expect(found.defect == nil)
        #expect(found.whole.first?.address.description == "A4:C1:38:BF:6F:AB")
        let frame = try #require(try iBeacon(in: Array(packet[14..<41])))
        #expect(frame.identity.major == 0x5072 && frame.identity.minor == 0xF2FF)
        #expect(frame.measuredPower == -62)
    }

    @Test func `an extended report gives the same`() throws {
        let found = reports(in: try bytes(Self.extended))
        #expect(
            found.whole == [
                AdvertisingReport(
                    properties: [.legacy, .scannable, .scanResponse],
                    address: DeviceAddress(0xA4C1_38BF_6FAB, kind: .publicDevice), rssi: -49, data: 29..<56)
            ])
        #expect(found.defect == nil)
    }

    @Test func `an extended report tells power, status and kind of address`() throws {
        let found = reports(
            in: try bytes("043e1b 0d 01 2100 ff 000000000000 01 02 03 f4 7f 0000 00 000000000000 01 00"))
        let report = try #require(found.whole.first)
        #expect(report.properties == [.connectable, .moreToCome])
        #expect(report.address == DeviceAddress(0, kind: .anonymous))
        #expect(report.transmitPower == -12)
        #expect(report.rssi == nil)
        #expect(report.data == 29..<30)
    }

    @Test func `a signal strength of 127 is none`() throws {
        let report = try #require(reports(in: try bytes("043e0c 02 01 00 01 010203040506 00 7f")).whole.first)
        #expect(report.rssi == nil)
        #expect(report.data.isEmpty)
    }

    private static let legacyTypes: [(type: UInt8, properties: AdvertisingProperties)] = [
        (0, [.legacy, .connectable, .scannable]),
        (1, [.legacy, .connectable, .directed]),
        (2, [.legacy, .scannable]),
        (3, [.legacy]),
        (4, [.legacy, .scannable, .scanResponse]),
    ]

    @Test(arguments: legacyTypes)
    func `L142: connectable and other advertisements are both reported`(
        type: UInt8, properties: AdvertisingProperties
    ) throws {
        var packet = try bytes("043e0c 02 01 00 01 010203040506 00 b0")
        packet[5] = type
        #expect(reports(in: packet).whole.first?.properties == properties)
    }

    @Test func `several reports of a packet stand one after another`() throws {
        let found = reports(
            in: try bytes("043e1a 02 02 00 01 010203040506 03 020106 b0 03 00 0a0b0c0d0e0f 01 00 a0"))
        #expect(found.defect == nil)
        #expect(found.whole.map(\.rssi) == [-80, -96])
        #expect(found.whole.map(\.data) == [14..<17, 27..<28])
        #expect(found.whole.map(\.address.value) == [0x0605_0403_0201, 0x0F0E_0D0C_0B0A])
    }

    @Test(arguments: [
        ("", FrameDefect.truncatedPacket),
        ("04", .truncatedPacket),
        ("043e01 02", .truncatedPacket),
        ("043e0c 02 01 00 01 010203040506 00", .truncatedPacket),
        ("043e0b 02 01 00 01 010203040506 00", .truncatedPacket),
        ("043e0c 02 01 00 01 010203040506 01 b0", .truncatedPacket),
        ("043e0d 02 01 00 01 010203040506 00 b0 00", .trailingBytes),
        ("043e0c 02 01 00 01 010203040506 00 b0 00", .trailingBytes),
        ("043e02 02 00", .noReports),
        ("043e0c 02 01 05 01 010203040506 00 b0", .reservedValue),
        ("043e0c 02 01 00 04 010203040506 00 b0", .reservedValue),
        ("043e1a 0d 01 1300 09 010203040506 01 00 ff 7f b0 0000 00 000000000000 00", .reservedValue),
        ("043e02 0a 01", .notAnAdvertisingReport),
        ("040e04 01030c00", .notAnAdvertisingReport),
        ("01030c00", .notAnAdvertisingReport),
    ])
    func `a packet that cannot be read is refused with a reason`(packet: String, reason: FrameDefect) throws {
        let found = reports(in: try bytes(packet))
        #expect(found.defect == reason)
        #expect(found.whole.count == (reason == .trailingBytes && packet.hasPrefix("043e0d") ? 1 : 0))
    }

    @Test func `reports before the damage are given`() throws {
        let found = reports(
            in: try bytes("043e1a 02 02 00 01 010203040506 03 020106 b0 09 00 0a0b0c0d0e0f 01 00 a0"))
        #expect(found.whole.map(\.rssi) == [-80])
        #expect(found.defect == .reservedValue)
    }

    @Test(arguments: [legacy, extended])
    func `every shorter packet is refused`(packet: String) throws {
        let whole = try bytes(packet)
        for count in 0..<whole.count {
            #expect(reports(in: Array(whole[..<count])).defect == .truncatedPacket)
            var adjusted = Array(whole[..<count])
            if count >= 4 {
                adjusted[2] = UInt8(count - 3)
                #expect(reports(in: adjusted).defect == .truncatedPacket)
            }
        }
    }

    private func reports(in packet: [UInt8]) -> (whole: [AdvertisingReport], defect: FrameDefect?) {
        var whole: [AdvertisingReport] = []
        do throws(FrameDefect) {
            try HCIEvent.forEachAdvertisingReport(in: packet.span) { whole.append($0) }
            return (whole, nil)
        } catch {
            return (whole, error)
        }
    }
}
