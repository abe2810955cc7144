import Beacons
import Formats
import Foundation
import Observations
import TestSupport
import Testing

struct SignalTableReaderTests {
    @Test
    func `a row is a scan, heard in the order of its times`() throws {
        let reading = try read("-70,100,-60\n100,100,100\n100,-65,100\n", "3000,0,2999\n0,0,0\n0,4000999,0\n")
        #expect(reading.sightings.map(\.identity.minor) == [3, 1, 2])
        #expect(reading.sightings.map(\.rssi) == [-60, -70, -65])
        #expect(reading.sightings.allSatisfy { $0.measuredPower == -59 })
        #expect(times(reading) == [2, 3, 4_000])
        #expect(reading.error == nil)
    }

    @Test
    func `of equal times the left column comes first`() throws {
        let reading = try read("-70,-71,-72\n", "5000,5000,5000\n")
        #expect(reading.sightings.map(\.identity.minor) == [1, 2, 3])
        #expect(times(reading) == [5])
    }

    @Test
    func `only the rows of the map are read`() throws {
        let rows = "-70,100,100\n-71,100,100\n-72,100,100\n-73,100,100\n"
        let reading = try read(rows, "1000,0,0\n2000,0,0\n3000,0,0\n4000,0,0\n", rows: 2...3)
        #expect(reading.sightings.map(\.rssi) == [-71, -72])
    }

    @Test(arguments: [
        ("-70,x,100\n", "1000,2000,0\n", RecordingDefect.signalUnreadable),
        ("-70,127,100\n", "1000,2000,0\n", .signalUnreadable),
        ("-70,-129,100\n", "1000,2000,0\n", .signalUnreadable),
        ("-70,-60,100\n", "1000,x,0\n", .timeUnreadable),
        ("-70,-60\n", "1000,2000,0\n", .rowOfOtherLength),
        ("-70,-60,100,100\n", "1000,2000,0\n", .rowOfOtherLength),
        ("-70,-60,100\n", "1000,2000\n", .rowOfOtherLength),
    ])
    func `a damaged cell or row is a defect, and the rest is read`(
        signals: String, times: String, defect: RecordingDefect
    ) throws {
        let reading = try read("-50,100,100\n" + signals, "1000,0,0\n" + times)
        #expect(reading.defects == [defect])
        #expect(reading.sightings.first?.rssi == -50)
        #expect(reading.error == nil)
    }

    @Test
    func `a row without times says where`() throws {
        let reading = try read("-70,100,100\n-71,100,100\n", "1000,0,0\n")
        #expect(reading.sightings.count == 1)
        #expect(reading.error == RecordingError(.timesMissing, offset: 12))
    }

    @Test
    func `cut at any byte, the rows up to there are given; a last row may lack its line end only`() throws {
        let signals = "-70,100,-60\n-71,-61,100\n"
        let whole = try read(signals, "1000,0,2000\n3000,4000,0\n").items
        for count in 0...signals.utf8.count {
            let part = String(signals.prefix(count))
            let reading = try read(part, "1000,0,2000\n3000,4000,0\n")
            let cells = part.split(separator: "\n").last?.split(
                separator: ",", omittingEmptySubsequences: false)
            let isWhole =
                part.isEmpty || part.hasSuffix("\n")
                || cells?.count == 3 && cells?.allSatisfy { Int($0) != nil } == true
            let start = part.hasSuffix("\n") ? count : count <= 12 ? 0 : 12
            #expect(
                reading.error == (isWhole ? nil : RecordingError(.cut(end: count), offset: start)), "\(count)"
            )
            if part.isEmpty || part.hasSuffix("\n") {
                #expect(reading.items == Array(whole.prefix(reading.items.count)))
            }
        }
    }

    @Test(.enabled(if: OutsideRecordings.folder != nil))
    func `the office table gives a sighting for each cell of the walk that was heard`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let map = FileManager.default.contents(
            atPath: root.appending(path: "Examples/office-columns.json").path)
        let columns = try ColumnMap(reading: Array(try #require(map)))
        let signals = try OutsideRecordings.unpacked("uji-ibeacon/geo_rss.csv.gz")
        let times = try OutsideRecordings.unpacked("uji-ibeacon/geo_tms.csv.gz")
        let reading = Reading { SignalTableReader(signals: signals, times: times, map: columns) }
        #expect(reading.error == nil && reading.defects.isEmpty)
        let rows = signals.split(separator: UInt8(ascii: "\n")).prefix(columns.rows.upperBound)
        let heard = rows.flatMap { $0.split(separator: UInt8(ascii: ",")) }.filter {
            !$0.elementsEqual("100".utf8)
        }
        #expect(reading.sightings.count == heard.count)
    }

    private func times(_ reading: Reading) -> [Int64] {
        reading.items.compactMap { item in
            guard case .observation(let observation) = item, observation.content == .elapsed else {
                return nil
            }
            return observation.time.microseconds
        }
    }

    private func read(_ signals: String, _ times: String, rows: ClosedRange<Int>? = nil) throws -> Reading {
        let rowsMember = rows.map { #""rows":{"from":\#($0.lowerBound),"through":\#($0.upperBound)},"# } ?? ""
        let map = try ColumnMap(
            reading: Array(
                #"""
                {"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","major":1,"measuredPower":-59,"notHeard":100,
                "times":{"file":"times.csv","unit":"nanoseconds"},\#(rowsMember)
                "columns":[{"name":"a","minor":1},{"name":"b","minor":2},{"name":"c","minor":3}]}
                """#.utf8))
        return Reading { SignalTableReader(signals: Array(signals.utf8), times: Array(times.utf8), map: map) }
    }
}
