/// Resolvable private addresses: random addresses that only those with the device's identity key recognise.
///
/// Layout: 24 random bits, of which the highest two are `01`, then 24 bits of a hash of them. Source: Bluetooth Core
/// Specification 5.4, volume 6, part B, 1.3.2.2, and volume 3, part H, 2.2.2.
extension DeviceAddress {
    /// Whether the address has the form of a resolvable private one.
    public var isResolvable: Bool { kind == .random && value >> 46 == 0b01 }

    /// Whether the device with an identity resolving key made the address.
    ///
    /// Another device's address passes by chance once in 16,777,216 times.
    ///
    /// - Complexity: One block of AES.
    public func isResolved(by key: CipherBlock, using ciphers: BeaconCiphers) -> Bool {
        isResolvable
            && Self.hash(of: UInt32(value >> 24), key: key, using: ciphers) == UInt32(value & 0xFF_FFFF)
    }

    /// Makes the address that a device with an identity resolving key would choose.
    ///
    /// - Parameters:
    ///   - random: Random bits; the lowest 22 count.
    ///   - key: The identity resolving key; element 0 is the most significant byte.
    ///   - ciphers: The ciphers of the caller.
    public init(resolvableFrom random: UInt32, key: CipherBlock, using ciphers: BeaconCiphers) {
        let part = random & 0x3F_FFFF | 0x40_0000
        self.init(UInt64(part) << 24 | UInt64(Self.hash(of: part, key: key, using: ciphers)), kind: .random)
    }

    /// The function `ah` of the core specification: the lowest 24 bits of the encrypted random part.
    private static func hash(of random: UInt32, key: CipherBlock, using ciphers: BeaconCiphers) -> UInt32 {
        var block = CipherBlock()
        for index in 0..<3 { block[13 + index] = UInt8(truncatingIfNeeded: random >> UInt32(16 - 8 * index)) }
        let encrypted = ciphers.encryptBlock(block, key)
        return UInt32(encrypted[13]) << 16 | UInt32(encrypted[14]) << 8 | UInt32(encrypted[15])
    }
}
