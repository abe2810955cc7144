import Beacons
import TestSupport
import Testing

@Suite struct EveryFormatTests {
    /// One advertisement of every format, as it is sent.
    private static let advertisements =
        BeaconFrameTests.Published.all.map(\.data) + [
            "020106 0303aafe 1016aafe 10f8 03 676974687562 00 636974",
            "020106 1bff 9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
            "020106 0a16d2fc4002c40903bf13", "1216d2fc41 a47266c95f73 00112233 78237214",
        ]

    @Test func `B1: every format is decoded and encoded, and any bytes give a frame or a reason`() throws {
        var kinds: Set<BeaconFrame.Kind> = []
        var generator = SplitMix64(seed: 1)
        for text in Self.advertisements {
            let data = try bytes(text)
            let found = frames(in: data)
            #expect(found.frames.count == 1 && found.defect == nil, "\(text)")
            kinds.formUnion(found.frames.map(\.kind))
            for frame in found.frames where frame.kind != .btHome { #expect(frame.advertisingData == data) }
            for _ in 0..<300 { checkDamaged(data, &generator) }
        }
        #expect(kinds == Set(BeaconFrame.Kind.allCases))
    }

    /// Changes bytes, and cuts or lengthens the data; then reads it as every kind of packet too.
    private func checkDamaged(_ data: [UInt8], _ generator: inout SplitMix64) {
        var damaged = Array(data.prefix(.random(in: 0...data.count + 4, using: &generator)))
        for _ in 0..<3 where !damaged.isEmpty {
            damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(
                in: .min ... .max, using: &generator)
        }
        for frame in frames(in: damaged).frames {
            guard let written = frame.advertisingData else { continue }
            #expect(frames(in: written).frames == [frame])
        }
        let report = AdvertisingReport(
            properties: .legacy, address: DeviceAddress(1, kind: .random), rssi: nil, data: 0..<0)
        for packet in [
            HCIEvent.packet(of: report, data: damaged), LinkLayerPacket.packet(of: report, data: damaged),
        ] {
            guard var packet else { continue }
            packet[.random(in: 0..<packet.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            #expect(isRead(packet))
        }
    }

    /// Whether reports, or a reason, were given.
    private func isRead(_ packet: [UInt8]) -> Bool {
        var count = 0
        var defects = 0
        do throws(FrameDefect) {
            try HCIEvent.forEachAdvertisingReport(in: packet.span) { _ in count += 1 }
        } catch {
            defects += 1
        }
        do throws(FrameDefect) {
            _ = try LinkLayerPacket.advertisement(in: packet.span, rssi: nil)
            count += 1
        } catch {
            defects += 1
        }
        return count + defects >= 2
    }
}
