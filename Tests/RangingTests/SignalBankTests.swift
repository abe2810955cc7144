import Beacons
import Ranging
import TestSupport
import Testing

@Suite struct SignalBankTests {
    private static func identity(_ number: Int) -> BeaconIdentity {
        BeaconIdentity(
            uuid: ProximityUUID(high: 7, low: UInt64(number / 300)), major: UInt16(number % 300),
            minor: UInt16(truncatingIfNeeded: number &* 31))
    }

    @Test(arguments: [1, 2, 7, 64, 1_000])
    func `every level and distance is that of a filter of its own, bit for bit`(batch: Int) {
        var chance = SplitMix64(seed: UInt64(batch))
        var bank = SignalBank(beacons: 20)
        var filters = Array(repeating: SignalFilter<Microsecond>(), count: 20)
        var time: Int64 = -5_000_000
        var distances: [Double] = []
        for _ in 0..<(2_000 / batch + 1) {
            var samples: [SignalBank.Sample] = []
            for _ in 0..<batch {
                time += Int64(chance.next() % 400_000) - 20_000
                samples.append(
                    SignalBank.Sample(
                        beacon: Int(chance.next() % 20), rssi: -40 - Int8(chance.next() % 60),
                        measuredPower: -59, microseconds: time))
            }
            bank.update(samples, distances: &distances)
            let expected = samples.map { sample in
                let level = filters[sample.beacon].update(
                    rssi: sample.rssi, at: Microsecond(value: sample.microseconds))
                return PathLoss.indoors.distance(rssi: level, measuredPower: -59).metres
            }
            #expect(distances.map(\.bitPattern) == expected.map(\.bitPattern))
        }
        for beacon in 0..<20 { #expect(bank.level(of: beacon) == filters[beacon].level) }
    }

    @Test func `without a time constant the newest sample is the level`() {
        var bank = SignalBank(beacons: 1, timeConstant: .zero)
        var distances: [Double] = []
        let samples = [(-70, 1), (-79, 2), (-90, 2)].map {
            SignalBank.Sample(beacon: 0, rssi: $0.0, measuredPower: -59, microseconds: $0.1)
        }
        #expect(bank.level(of: 0) == nil)
        bank.update(samples, distances: &distances)
        #expect(bank.level(of: 0) == -79)
        #expect(distances.last == 10)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1_000])
    func `a registry finds what it was given, and nothing else`(count: Int) {
        let registry = BeaconRegistry((0..<count).map(Self.identity))
        #expect(registry.count == count)
        for number in 0..<count {
            #expect(registry.number(of: Self.identity(number)) == number)
            #expect(registry[number] == Self.identity(number))
        }
        #expect(registry.number(of: Self.identity(count)) == nil)
    }

    @Test func `an identity that comes again keeps its number`() {
        let registry = BeaconRegistry([1, 2, 1, 3].map(Self.identity))
        #expect(registry.count == 3)
        #expect(registry.number(of: Self.identity(3)) == 2)
    }
}

/// A time in whole microseconds.
private struct Microsecond: InstantProtocol {
    let value: Int64

    func advanced(by duration: Duration) -> Microsecond {
        Microsecond(value: value + Int64(duration / .microseconds(1)))
    }

    func duration(to other: Microsecond) -> Duration { .microseconds(other.value - value) }

    static func < (left: Microsecond, right: Microsecond) -> Bool { left.value < right.value }
}
