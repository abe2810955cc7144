import Beacons
import TestSupport
import Testing

@Suite struct HCIEventPacketTests {
    @Test func `a captured report is written as it was captured`() throws {
        let packet = try bytes(
            "043e27 02 01 04 00 ab6fbf38c1a4 1b 1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2 cf")
        let report = try #require(try reports(in: packet).first)
        #expect(HCIEvent.packet(of: report, data: Array(packet[report.data])) == packet)
    }

    @Test(arguments: 0..<200)
    func `a report that is written and read is the same`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let data = generator.bytes(.random(in: 0...229, using: &generator))
        var report = generator.report()
        let packet = try #require(HCIEvent.packet(of: report, data: data))
        let read = try reports(in: packet)
        report.data = try #require(read.first).data
        #expect(read == [report])
        #expect(Array(packet[report.data]) == data)
    }

    @Test func `data that one packet cannot hold is refused`() {
        let address = DeviceAddress(1, kind: .random)
        let legacy = AdvertisingReport(properties: [.legacy], address: address, rssi: -50, data: 0..<0)
        #expect(HCIEvent.packet(of: legacy, data: [UInt8](repeating: 0, count: 243)) != nil)
        #expect(HCIEvent.packet(of: legacy, data: [UInt8](repeating: 0, count: 244)) == nil)
        let extended = AdvertisingReport(properties: [], address: address, rssi: -50, data: 0..<0)
        #expect(HCIEvent.packet(of: extended, data: [UInt8](repeating: 0, count: 229)) != nil)
        #expect(HCIEvent.packet(of: extended, data: [UInt8](repeating: 0, count: 230)) == nil)
    }

    private func reports(in packet: [UInt8]) throws(FrameDefect) -> [AdvertisingReport] {
        var reports: [AdvertisingReport] = []
        try HCIEvent.forEachAdvertisingReport(in: packet.span) { reports.append($0) }
        return reports
    }
}

extension SplitMix64 {
    /// A report with every part of it at random, half of them legacy ones.
    fileprivate mutating func report() -> AdvertisingReport {
        let kinds: [DeviceAddress.Kind] = [
            .publicDevice, .random, .publicIdentity, .randomIdentity, .anonymous,
        ]
        let legacy = AdvertisingProperties(legacyEventType: .random(in: 0...4, using: &self))
        let other = AdvertisingProperties(rawValue: .random(in: 0...0x7F, using: &self))
        return AdvertisingReport(
            properties: Bool.random(using: &self) ? legacy ?? other : other,
            address: DeviceAddress(next(), kind: kinds.randomElement(using: &self) ?? .random),
            rssi: .random(in: -127...20, using: &self),
            transmitPower: Bool.random(using: &self) ? .random(in: -127...126, using: &self) : nil,
            data: 0..<0)
    }
}
