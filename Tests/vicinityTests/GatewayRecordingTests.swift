import Beacons
import Foundation
import Formats
import Observations
import Synchronization
import Testing

@testable import vicinity

@Suite struct GatewayRecordingTests {
    private func report(_ address: DeviceAddress) -> AdvertisingReport {
        AdvertisingReport(properties: [], address: address, rssi: -60, data: 0..<0)
    }

    @Test func `a capture is passed on as from the radio`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".btsnoop").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let beacon: [UInt8] =
            [2, 1, 6, 26, 0xFF, 0x4C, 0, 2, 0x15] + [UInt8](repeating: 0xAB, count: 16) + [0, 1, 0, 2, 0xC5]
        let eddystone: [UInt8] =
            [3, 3, 0xAA, 0xFE, 0x15, 0x16, 0xAA, 0xFE, 0, 0xEE] + [UInt8](repeating: 0x11, count: 10)
            + [UInt8](repeating: 0x22, count: 6)
        let ephemeral: [UInt8] =
            [3, 3, 0xAA, 0xFE, 0x0D, 0x16, 0xAA, 0xFE, 0x30, 0xEE] + [UInt8](repeating: 0x33, count: 8)
        // The two highest bits of a resolvable address are 01.
        let phone = DeviceAddress(0x4433_2211_0099, kind: .random)
        let badge = DeviceAddress(0xC433_2211_0099, kind: .random)
        var bytes = BTSnoopWriter.header
        let sent = [
            (badge, beacon), (badge, eddystone), (badge, ephemeral), (phone, [2, 1, 6]), (badge, [2, 1, 6]),
        ]
        for (index, (address, data)) in sent.enumerated() {
            let time = ObservationTime(microseconds: 1_700_000_000_000_000 + Int64(index) * 10_000)
            bytes += try #require(BTSnoopWriter.record(of: report(address), data: data, at: time))
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let file = try RecordingFile(
            path: path, source: try RecordingInput(path).source, format: nil, columns: nil)
        let ear = GatewayEar()
        ear.wants = GatewayEar.Wants(ephemeral: true, privateAddresses: true)
        let recording = GatewayRecording(file: file, name: "air", speed: nil)
        let reports = Mutex<[GatewayEar.Report]>([])
        try await recording.play(to: ear) { until in
            let cut = ear.cut(until: until)
            reports.withLock { $0 += cut }
        }
        let text = reports.withLock { $0 }
            .map { String(decoding: $0.beginning + $0.fleeting, as: UTF8.self) }.joined()
        #expect(text.contains("\"uuid\":\"ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB\""))
        #expect(text.contains("\"eddystone\":\"11111111111111111111222222222222\""))
        #expect(text.contains("\"ephemeral\":\"3333333333333333\""))
        #expect(text.contains("\"address\":\"443322110099\""))
        #expect(ear.health.heardPerSecond == 5)
    }
}
