import Beacons
import Testing

@Suite struct ResolvableAddressTests {
    @Test func `an address belongs to the key that made it: the sample data of the core specification`()
        throws
    {
        // Bluetooth Core Specification, volume 3, part H, D.7: prand 708194, hash 0dfbaa.
        let key = CipherBlock(try bytes("ec0234a357c8ad05341010a60a397d9b"))
        let address = DeviceAddress(0x7081_940D_FBAA, kind: .random)
        #expect(address.isResolvable)
        #expect(address.isResolved(by: key, using: .openSSL))
        #expect(DeviceAddress(resolvableFrom: 0x708194, key: key, using: .openSSL) == address)
        #expect(!address.isResolved(by: CipherBlock(repeating: 1), using: .openSSL))
        #expect(!DeviceAddress(0x7081_940D_FBAB, kind: .random).isResolved(by: key, using: .openSSL))
        #expect(!DeviceAddress(0x7081_940D_FBAA, kind: .publicDevice).isResolved(by: key, using: .openSSL))
    }

    @Test func `any random bits make an address that its key resolves`() {
        for random in [0, 1, 0x3F_FFFF, UInt32.max] {
            let key = CipherBlock(repeating: UInt8(truncatingIfNeeded: random))
            let address = DeviceAddress(resolvableFrom: random, key: key, using: .openSSL)
            #expect(address.isResolvable && !address.isFixed)
            #expect(address.isResolved(by: key, using: .openSSL))
        }
    }
}
