import Foundation
import Ranging
import TestSupport
import Testing

/// A real phone that hears real iBeacons while it is carried from point to point of an office (the `geo` zone of the UJI
/// recordings, DOI 10.5281/zenodo.1618692): measured, not tuned.
@Suite(.enabled(if: OutsideRecordings.path("uji-ibeacon/geo_rss.csv.gz") != nil)) struct OfficeWalkTests {
    @Test func `of the answers during a walk most name one of the three nearest beacons`() throws {
        let beacons = try rows("uji-ibeacon/geo_dep.csv", packed: false).dropFirst().map { ($0[1], $0[2]) }
        let places = try rows("uji-ibeacon/geo_crd.csv.gz")
        let signals = try rows("uji-ibeacon/geo_rss.csv.gz")
        var machine = NearestStateMachine<Int, Moment>()
        var (chosen, nearest, amongThree, asked) = (0, 0, 0, 0)
        for (scan, levels) in signals.enumerated() {
            // A scan takes 0.9 s; the power at a metre is the same for all.
            let time = Moment(Int64(scan) * 900)
            for (beacon, level) in levels.enumerated() where level < 100 {
                _ = machine.sighted(beacon, rssi: Int8(level), measuredPower: -59, at: time)
            }
            _ = machine.elapsed(until: time)
            let (x, y) = (places[scan][0], places[scan][1])
            let byDistance = beacons.indices.sorted {
                hypot(beacons[$0].0 - x, beacons[$0].1 - y) < hypot(beacons[$1].0 - x, beacons[$1].1 - y)
            }
            switch machine.answer {
            case .choose(let beacon):
                chosen += 1
                if byDistance.first == beacon { nearest += 1 }
                if byDistance.prefix(3).contains(beacon) { amongThree += 1 }
            case .ask: asked += 1
            case .nothing: break
            }
        }
        // Measured: 1858 scans with a choice, 849 of the nearest beacon and 1399 of one of the three nearest; 790 asked.
        #expect(chosen + asked > 2_600)
        #expect(Double(nearest) > 0.44 * Double(chosen))
        #expect(Double(amongThree) > 0.74 * Double(chosen))
    }

    private func rows(_ name: String, packed: Bool = true) throws -> [[Double]] {
        let path = try #require(OutsideRecordings.path(name))
        let bytes =
            packed ? try OutsideRecordings.unpacked(name) : Array(try Data(contentsOf: URL(filePath: path)))
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ",").map { Double($0) ?? .nan }
        }
    }
}
