import Beacons
import Foundation
import Observations
import Ranging
import Testing

@testable import vicinity

struct ScanTableTests {
    private let start = ObservationTime(microseconds: 1_795_470_200_000_000)
    private let uuid = ProximityUUID(high: 0xFDA5_0693_A4E2_4FB1, low: 0xAFCF_C6EB_0764_7825)

    private func hear(_ board: inout ScanBoard, minor: UInt16, rssi: Int8?, at time: ObservationTime) {
        let frame = IBeaconFrame(
            identity: BeaconIdentity(uuid: uuid, major: 1, minor: minor), measuredPower: -59)
        let data = frame.advertisingData
        let report = AdvertisingReport(
            properties: [.legacy], address: DeviceAddress(UInt64(minor), kind: .random), rssi: rssi,
            data: 0..<data.count)
        board.hear(report, data.span, at: time)
    }

    @Test func `the nearest come first, and rows of one step keep their order`() {
        var board = ScanBoard(spots: SpotNames())
        for (minor, rssi) in [(1, -80), (2, -58), (3, -79), (4, -40)] as [(UInt16, Int8)] {
            hear(&board, minor: minor, rssi: rssi, at: start)
        }
        _ = board.look(at: start)
        #expect(board.rows.compactMap(\.identity.beacon?.minor) == [4, 2, 1, 3])
        // The third becomes a little nearer than before, in the same step.
        hear(&board, minor: 3, rssi: -70, at: start.advanced(by: .seconds(1)))
        _ = board.look(at: start.advanced(by: .seconds(1)))
        #expect(board.rows.compactMap(\.identity.beacon?.minor) == [4, 2, 1, 3])
    }

    @Test func `a beacon is heard, becomes unknown and goes, with one change each`() {
        var board = ScanBoard(spots: SpotNames())
        hear(&board, minor: 1, rssi: -58, at: start)
        #expect(board.look(at: start).changes.map(\.change) == [.heard])
        #expect(board.look(at: start.advanced(by: .seconds(1))).changes.isEmpty)
        let silent = board.look(at: start.advanced(by: .seconds(6)))
        #expect(silent.changes.map(\.change) == [.moved])
        #expect(silent.changes.first?.beacon.proximity == .unknown)
        #expect(board.look(at: start.advanced(by: .seconds(10))).changes.map(\.change) == [.gone])
        #expect(board.rows.isEmpty)
    }

    @Test func `what was heard since the last look is given once`() {
        var board = ScanBoard(spots: SpotNames())
        hear(&board, minor: 1, rssi: -58, at: start)
        hear(&board, minor: 1, rssi: -60, at: start.advanced(by: .milliseconds(100)))
        #expect(board.look(at: start).heard.map(\.count) == [2])
        #expect(board.look(at: start).heard.isEmpty)
    }

    @Test(arguments: [20, 60, 80, 124, 200])
    func `no line is wider than the screen, and none is lower`(width: Int) {
        var board = ScanBoard(spots: SpotNames())
        for minor in 1...500 { hear(&board, minor: UInt16(minor), rssi: -60, at: start) }
        _ = board.look(at: start)
        let surface = ScanTable.Surface(width: width, height: 24, isStyled: false)
        let lines = ScanTable.lines(
            board, radio: "Listening with tcp:127.0.0.1:6402, active.", at: start, on: surface)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines.last?.hasPrefix("… and 4") == true)
    }

    @Test func `a frame like the one before is not written`() {
        var board = ScanBoard(spots: SpotNames())
        hear(&board, minor: 1, rssi: -60, at: start)
        _ = board.look(at: start)
        var table = ScanTable()
        let surface = ScanTable.Surface(width: 80, height: 24, isStyled: true)
        #expect(table.frame(board, radio: "x", at: start, on: surface) != nil)
        #expect(table.frame(board, radio: "x", at: start, on: surface) == nil)
        #expect(table.frame(board, radio: "y", at: start, on: surface) != nil)
    }

    @Test func `colours are left out where they are not wanted`() {
        var board = ScanBoard(spots: SpotNames())
        hear(&board, minor: 1, rssi: -40, at: start)
        _ = board.look(at: start)
        let surface = ScanTable.Surface(width: 80, height: 24, isStyled: false)
        let lines = ScanTable.lines(board, radio: "x", at: start, on: surface)
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test(arguments: [
        (-100, "··········"), (-65, "█████·····"), (-30, "██████████"), (-127, "··········"),
        (20, "██████████"),
    ])
    func `a bar shows the strength between -100 and -30 dBm`(level: Int, bar: String) {
        #expect(ScanTable.bar(Double(level)) == bar)
    }

    @Test(arguments: [
        ("30s", Duration.seconds(30)), ("250ms", .milliseconds(250)), ("1.5m", .seconds(90)),
        ("2h", .seconds(7200)),
    ])
    func `a duration has a unit`(text: String, duration: Duration) {
        #expect(DurationText.parse(text) == duration)
    }

    @Test(arguments: ["", "30", "s", "-1s", "0s", "1d", "1e99h", "nans", "infs", "1 s", "1..2s"])
    func `other durations are refused`(text: String) { #expect(DurationText.parse(text) == nil) }
}
