import Beacons
import Testing

@Suite struct DefectCountsTests {
    @Test func `defects are counted by reason`() {
        var counts = DefectCounts()
        #expect(counts.total == 0)
        counts.count(.truncatedStructure)
        counts.count(.truncatedStructure)
        counts.count(.notAnAdvertisingReport)
        #expect(counts[.truncatedStructure] == 2)
        #expect(counts[.notAnAdvertisingReport] == 1)
        #expect(counts[.trailingBytes] == 0)
        #expect(counts.total == 3)
    }

    @Test func `two counters are added reason by reason`() {
        var (counts, other) = (DefectCounts(), DefectCounts())
        counts.count(.noReports)
        other.count(.noReports)
        other.count(.reservedValue)
        counts.add(other)
        #expect(counts[.noReports] == 2)
        #expect(counts[.reservedValue] == 1)
    }

    @Test func `each reason has a place of its own`() {
        #expect(FrameDefect.allCases.map { Int($0.rawValue) } == Array(FrameDefect.allCases.indices))
    }
}
