import Beacons
import Formats
import Observations
import Testing

struct BTSnoopWriterTests {
    private static let time = ObservationTime(microseconds: 1_795_000_000_123_456)

    @Test func `what is written is read as the same sightings`() throws {
        let frame = Capture.frame(1, 2)
        let address = DeviceAddress(0xC6B5_C4D3_E2F1, kind: .random)
        let data = frame.advertisingData
        var capture = BTSnoopWriter.header
        var expected = Capture()
        for rssi in [-70, -60] as [Int8] {
            let report = AdvertisingReport(properties: [.legacy], address: address, rssi: rssi, data: 0..<0)
            capture += try #require(BTSnoopWriter.record(of: report, data: data, at: Self.time))
            expected.add(Capture.packet(data, rssi: rssi), at: Self.time.microseconds)
        }
        #expect(capture == expected.bytes)
        let reading = Reading { () throws(RecordingError) in try BTSnoopReader(capture) }
        #expect(reading.sightings.map(\.rssi) == [-70, -60])
        #expect(reading.sightings.allSatisfy { $0.identity == frame.identity })
        #expect(reading.error == nil)
    }

    @Test func `commands, events and data have the flags of their direction`() {
        let flags = [
            BTSnoopWriter.record(packet: [1, 3, 0x0C, 0], direction: .sent, at: Self.time),
            BTSnoopWriter.record(packet: [4, 0x0E, 0], at: Self.time),
            BTSnoopWriter.record(packet: [2, 0, 0], direction: .sent, at: Self.time),
            BTSnoopWriter.record(packet: [2, 0, 0], at: Self.time),
        ].map { $0[11] }
        #expect(flags == [2, 3, 0, 1])
    }

    @Test func `data that one event cannot hold is refused`() {
        let report = AdvertisingReport(
            properties: [], address: DeviceAddress(1, kind: .random), rssi: nil, data: 0..<0)
        let data = [UInt8](repeating: 0, count: 230)
        #expect(BTSnoopWriter.record(of: report, data: data, at: Self.time) == nil)
    }
}
