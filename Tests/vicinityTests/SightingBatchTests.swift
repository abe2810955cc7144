import Beacons
import Essentials
import JSON
import Testing

@testable import vicinity

/// What a gateway makes of a second of advertisements.
struct SightingBatchTests {
    private static let uuid = ProximityUUID(high: 1, low: 2)

    private func heard(_ minor: UInt16, rssi: Int8?, at time: Int64) -> HeardAdvertisement {
        HeardAdvertisement(
            identity: .beacon(BeaconIdentity(uuid: Self.uuid, major: 1, minor: minor)), measuredPower: -59,
            rssi: rssi, time: time)
    }

    private func phone(at time: Int64) -> HeardAdvertisement {
        HeardAdvertisement(
            identity: .privateAddress(0x4A11_2233_4455), measuredPower: -59, rssi: -60, time: time)
    }

    @Test(arguments: [[-60], [-50, -70, -90], [-80, -80, -80, -41, -99, -60, -61, -62, -63, -64]])
    func `the mean smooths a strength like the single advertisements`(strengths: [Int8]) throws {
        var batch = SightingBatch()
        for (place, rssi) in strengths.enumerated() { batch.add(heard(1, rssi: rssi, at: Int64(place))) }
        let sighting = try #require(batch.cut().first)
        #expect(sighting.count == strengths.count)
        #expect(sighting.time == Int64(strengths.count - 1))
        let mean = try #require(sighting.rssi)
        // The server's sum, for a badge that had this strength before.
        let before = -75.0
        let singly = strengths.reduce(before) { $0 + 0.3 * (Double($1) - $0) }
        var rest = 1.0
        for _ in strengths { rest *= 0.7 }
        let atOnce = before + (1 - rest) * (Double(mean) - before)
        #expect(abs(singly - atOnce) <= 0.5)
    }

    @Test func `sightings come by time, and without a strength where none was measured`() throws {
        var batch = SightingBatch()
        batch.add(heard(1, rssi: nil, at: 30))
        batch.add(heard(2, rssi: -60, at: 10))
        batch.countOther()
        #expect(batch.heard == 3)
        let sightings = batch.cut()
        #expect(sightings.map(\.time) == [10, 30])
        #expect(sightings.map(\.rssi) == [-60, nil])
        #expect(batch.isEmpty && batch.heard == 0)
    }

    @Test func `a flood of identities has a bound`() {
        var batch = SightingBatch()
        for value in 0..<UInt64(20_000) {
            batch.add(
                HeardAdvertisement(identity: .privateAddress(value), measuredPower: -59, rssi: -60, time: 0))
        }
        #expect(batch.heard == 20_000)
        #expect(batch.cut().count == SightingBatch.identitiesAtMost)
    }

    @Test func `what must not be stored is not in the part for the disk`() throws {
        let ear = GatewayEar()
        ear.radio(isListening: true, adapter: "test")
        ear.hear(phone(at: 5))
        ear.hear(heard(1, rssi: -60, at: 6))
        // Without a wish of the server an address is counted only.
        let first = try #require(ear.cut(until: 1_000).first)
        #expect(first.fleeting.isEmpty)
        ear.wants = GatewayEar.Wants(ephemeral: false, privateAddresses: true)
        ear.hear(phone(at: 1_005))
        let second = try #require(ear.cut(until: 2_000).first)
        #expect(!String(decoding: second.beginning, as: UTF8.self).contains("4a1122334455"))
        #expect(String(decoding: second.fleeting, as: UTF8.self).contains("4a1122334455"))
        #expect(ear.health.heardPerSecond == 1)
    }

    @Test func `a report has badges and phones in one list, and none is after its end`() throws {
        let ear = GatewayEar()
        ear.wants = GatewayEar.Wants(ephemeral: false, privateAddresses: true)
        ear.hear(phone(at: 5))
        ear.hear(heard(1, rssi: -60, at: 6))
        // The clock was set back before the end of the second.
        let report = try #require(ear.cut(until: 2).first)
        let text = ReportText.report(
            report.beginning, fleeting: report.fleeting, sentAt: Timestamp(millisecondsSinceEpoch: 9)
        ) { $0.member("queued", 1) }
        let json = try JSONReader(JSONValue(parsing: text))
        let times = json["sightings"].array { $0["time"].string() }
        #expect(times == ["1970-01-01T00:00:00.006Z", "1970-01-01T00:00:00.005Z"])
        #expect(json["until"].string() == "1970-01-01T00:00:00.006Z")
        #expect(json["sightings"].array { $0["address"].optional?.string() ?? "" } == ["", "4a1122334455"])
    }

    @Test func `silence is reported at first, every five seconds, and when the radio stops`() {
        let ear = GatewayEar()
        ear.radio(isListening: true, adapter: "test")
        #expect(ear.cut(until: 0).count == 1)
        #expect([1_000, 2_000, 3_000, 4_000].allSatisfy { ear.cut(until: $0).isEmpty })
        #expect(ear.cut(until: 5_000).count == 1)
        ear.radio(isListening: false, adapter: "")
        let report = ear.cut(until: 6_000)
        #expect(report.count == 1)
        #expect(String(decoding: report[0].beginning, as: UTF8.self).contains("\"listening\":false"))
        #expect(ear.cut(until: 7_000).isEmpty)
    }

    @Test func `more sightings than a report takes are several reports, in order`() {
        let ear = GatewayEar()
        ear.radio(isListening: true, adapter: "test")
        for minor in 0..<UInt16(2_500) { ear.hear(heard(minor, rssi: -60, at: Int64(minor) / 10)) }
        let reports = ear.cut(until: 900)
        #expect(reports.count == 3)
        let ends = reports.map { String(decoding: $0.beginning.prefix(40), as: UTF8.self) }
        #expect(ends == ends.sorted())
        #expect(ends.last?.contains("00.900Z") == true)
    }
}
