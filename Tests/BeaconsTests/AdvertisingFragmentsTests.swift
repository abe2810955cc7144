import Beacons
import Testing

@Suite struct AdvertisingFragmentsTests {
    private func report(
        _ properties: AdvertisingProperties, device: UInt64 = 1, set: UInt8? = 0
    ) -> AdvertisingReport {
        AdvertisingReport(
            properties: properties, address: DeviceAddress(device, kind: .random), rssi: nil,
            advertisingSet: set,
            data: 0..<0)
    }

    @Test func `parts of one set of one device are joined, also when others come between`() {
        var fragments = AdvertisingFragments()
        #expect(fragments.add(report(.moreToCome), data: [1]) == nil)
        #expect(fragments.add(report(.moreToCome, set: 1), data: [10]) == nil)
        #expect(fragments.add(report([], device: 2), data: [20]) == [20])
        #expect(fragments.add(report(.moreToCome), data: [2]) == nil)
        #expect(fragments.add(report([]), data: [3]) == [1, 2, 3])
        #expect(!fragments.isEmpty)
        #expect(fragments.add(report([], set: 1), data: []) == [10])
        #expect(fragments.isEmpty && fragments.droppedCount == 0)
    }

    @Test func `legacy and whole advertisements pass`() {
        var fragments = AdvertisingFragments()
        _ = fragments.add(report(.moreToCome), data: [1])
        #expect(fragments.add(report(.legacy), data: [5]) == [5])
        #expect(fragments.add(report([], set: 2), data: [6]) == [6])
    }

    @Test func `when the controller lost the rest, what came before is given`() {
        var fragments = AdvertisingFragments()
        _ = fragments.add(report(.moreToCome), data: [1])
        #expect(fragments.add(report(.truncated), data: [2]) == [1, 2])
    }

    @Test func `the memory is bounded`() {
        var fragments = AdvertisingFragments(capacity: 2)
        for device in 1...3 as ClosedRange<UInt64> {
            _ = fragments.add(report(.moreToCome, device: device), data: [UInt8(device)])
        }
        #expect(fragments.droppedCount == 1)
        #expect(fragments.add(report([], device: 1), data: [9]) == [9])
        #expect(fragments.add(report([], device: 2), data: [9]) == [2, 9])
        let half = [UInt8](repeating: 0, count: AdvertisingFragments.maximumDataCount / 2)
        _ = fragments.add(report(.moreToCome, device: 4), data: half)
        _ = fragments.add(report(.moreToCome, device: 4), data: half)
        #expect(fragments.add(report(.moreToCome, device: 4), data: [0]) == nil)
        #expect(fragments.droppedCount == 2)
        #expect(fragments.add(report([], device: 4), data: [7]) == [7])
    }
}
