import Beacons
import Testing

@testable import Bluetooth

struct ReportAssemblyTests {
    private func report(_ properties: AdvertisingProperties, from address: UInt64, _ data: [UInt8])
        -> AdvertisingReport
    {
        AdvertisingReport(
            properties: properties, address: DeviceAddress(address, kind: .random), rssi: -50,
            data: 0..<data.count)
    }

    private func take(
        _ assembly: inout ReportAssembly, _ properties: AdvertisingProperties, from address: UInt64,
        _ data: [UInt8]
    ) -> [[UInt8]] {
        var whole: [[UInt8]] = []
        assembly.take(report(properties, from: address, data), data.span) { report, data in
            #expect(report.data == 0..<data.count)
            whole.append((0..<data.count).map { data[$0] })
        }
        return whole
    }

    @Test func `an advertisement in one piece is passed on`() {
        var assembly = ReportAssembly()
        #expect(take(&assembly, [], from: 1, [1, 2]) == [[1, 2]])
    }

    @Test func `pieces are joined for each sender`() {
        var assembly = ReportAssembly()
        #expect(take(&assembly, .moreToCome, from: 1, [1]) == [])
        #expect(take(&assembly, .moreToCome, from: 2, [9]) == [])
        #expect(take(&assembly, [], from: 3, [7]) == [[7]])
        #expect(take(&assembly, .moreToCome, from: 1, [2]) == [])
        #expect(take(&assembly, [], from: 1, [3]) == [[1, 2, 3]])
        #expect(take(&assembly, .truncated, from: 2, []) == [[9]])
        #expect(take(&assembly, [], from: 1, [4]) == [[4]])
    }

    @Test func `more than an advertisement can hold is dropped`() {
        var assembly = ReportAssembly()
        for _ in 0..<7 {
            #expect(take(&assembly, .moreToCome, from: 1, Array(repeating: 1, count: 229)) == [])
        }
        #expect(take(&assembly, .moreToCome, from: 1, Array(repeating: 1, count: 229)) == [])
        #expect(take(&assembly, [], from: 1, [5]) == [[5]])
    }
}
