import Beacons
import Observations
import Testing

@Suite struct DeviceNumbersTests {
    private func identity(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: minor)
    }

    @Test func `L133 devices of an identity are numbered as they are heard, and keep their numbers`() {
        var numbers = DeviceNumbers()
        let first = DeviceAddress(0xC0FF_EE00_0001, kind: .random)
        let second = DeviceAddress(0x00A0_5000_0002, kind: .publicDevice)
        #expect(numbers.number(of: first, as: identity(1)) == 0)
        #expect(numbers.number(of: second, as: identity(1)) == 1)
        #expect(numbers.number(of: second, as: identity(2)) == 0)
        #expect(numbers.number(of: first, as: identity(1)) == 0)
    }

    @Test func `devices whose addresses change have one number together`() {
        var numbers = DeviceNumbers()
        let changing = [0x4000_0000_0001, 0x0000_0000_0002, 0x4000_0000_0003] as [UInt64]
        #expect(numbers.number(of: DeviceAddress(1, kind: .publicIdentity), as: identity(1)) == 0)
        for value in changing {
            #expect(numbers.number(of: DeviceAddress(value, kind: .random), as: identity(1)) == 1)
        }
        #expect(numbers.number(of: DeviceAddress(0, kind: .anonymous), as: identity(1)) == 1)
        #expect(numbers.number(of: DeviceAddress(4, kind: .randomIdentity), as: identity(1)) == 2)
    }

    @Test func `made-up addresses and identities fill no memory`() {
        var numbers = DeviceNumbers()
        for value in UInt64(0)..<300 {
            let number = numbers.number(of: DeviceAddress(value, kind: .publicDevice), as: identity(1))
            #expect(number == UInt8(min(value, 255)))
        }
        for minor in UInt16(2)..<5_000 {
            _ = numbers.number(of: DeviceAddress(1, kind: .publicDevice), as: identity(minor))
        }
        let address = DeviceAddress(2, kind: .publicDevice)
        #expect(numbers.number(of: address, as: identity(3)) == 0)
        #expect(numbers.number(of: address, as: identity(1)) == 2)
    }
}
