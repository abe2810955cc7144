/// The secret of a beacon that sends Eddystone-EID frames: its identity key, and how often its identifier changes.
///
/// The beacon counts seconds. Source of the computation: Google's "EID Computation".
public struct EphemeralBeaconKey: Hashable, Sendable {
    /// The identity key of 16 bytes.
    public let identityKey: CipherBlock
    /// The identifier changes every 2^k seconds; 0 to 15.
    public let rotationExponent: UInt8

    /// Makes a key.
    ///
    /// - Returns: `nil` when the exponent is above 15.
    public init?(identityKey: CipherBlock, rotationExponent: UInt8) {
        guard rotationExponent <= 15 else { return nil }
        self.identityKey = identityKey
        self.rotationExponent = rotationExponent
    }

    /// The identifier that the beacon sends at a value of its counter.
    ///
    /// - Parameters:
    ///   - counter: The beacon's time counter, in seconds.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The identifier, most significant byte first.
    /// - Complexity: Two blocks of AES.
    public func identifier(at counter: UInt32, using ciphers: BeaconCiphers) -> UInt64 {
        identifier(at: counter, temporaryKey: temporaryKey(at: counter, using: ciphers), using: ciphers)
    }

    /// Finds the value of the counter at which the beacon sends an identifier.
    ///
    /// - Parameters:
    ///   - identifier: The identifier that was heard.
    ///   - expected: What the counter should be now.
    ///   - tolerance: By how many seconds the beacon's clock may be wrong, in either direction.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The first second of the period in which the beacon sends the identifier; `nil` when it is not
    ///   one of this beacon's in that time. The nearest periods are tried first.
    /// - Complexity: O(tolerance / 2^exponent) blocks of AES.
    public func counter(
        of identifier: UInt64, expected: UInt32, tolerance: UInt32, using ciphers: BeaconCiphers
    ) -> UInt32? {
        let period = Int64(1) << Int64(rotationExponent)
        let center = Int64(truncated(expected))
        let reach = (Int64(tolerance) + period - 1) / period
        var keyTime: UInt32?
        var key = CipherBlock()
        for distance in 0...reach {
            for candidate in [center - distance * period, center + distance * period] {
                guard let counter = UInt32(exactly: candidate) else { continue }
                if keyTime != counter >> 16 {
                    keyTime = counter >> 16
                    key = temporaryKey(at: counter, using: ciphers)
                }
                if self.identifier(at: counter, temporaryKey: key, using: ciphers) == identifier {
                    return counter
                }
            }
        }
        return nil
    }

    /// Finds which of several beacons sent an identifier, and the value of its counter.
    ///
    /// - Parameters:
    ///   - keys: The keys of the beacons.
    ///   - identifier: The identifier that was heard.
    ///   - expected: What the counter of each beacon should be now, as many as keys.
    ///   - tolerance: By how many seconds a beacon's clock may be wrong, in either direction.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The index of the key, and the counter as ``counter(of:expected:tolerance:using:)`` gives it.
    /// - Complexity: O(keys · tolerance / 2^exponent) blocks of AES. Keep the identifiers that the next periods will
    ///   have in a dictionary when there are many beacons.
    public static func first(
        of keys: [EphemeralBeaconKey], sending identifier: UInt64, expected: [UInt32], tolerance: UInt32,
        using ciphers: BeaconCiphers
    ) -> (index: Int, counter: UInt32)? {
        for (index, (key, expected)) in zip(keys, expected).enumerated() {
            let counter = key.counter(
                of: identifier, expected: expected, tolerance: tolerance, using: ciphers)
            if let counter { return (index, counter) }
        }
        return nil
    }

    /// A counter with its lowest bits cleared, as many as the exponent says.
    func truncated(_ counter: UInt32) -> UInt32 { counter & UInt32.max << UInt32(rotationExponent) }

    /// A key that holds for 65,536 seconds.
    private func temporaryKey(at counter: UInt32, using ciphers: BeaconCiphers) -> CipherBlock {
        var block = CipherBlock()
        block[11] = 0xFF
        block[14] = UInt8(truncatingIfNeeded: counter >> 24)
        block[15] = UInt8(truncatingIfNeeded: counter >> 16)
        return ciphers.encryptBlock(block, identityKey)
    }

    private func identifier(
        at counter: UInt32, temporaryKey: CipherBlock, using ciphers: BeaconCiphers
    ) -> UInt64 {
        let counter = truncated(counter)
        var block = CipherBlock()
        block[11] = rotationExponent
        for index in 0..<4 {
            block[12 + index] = UInt8(truncatingIfNeeded: counter >> UInt32(24 - 8 * index))
        }
        let encrypted = ciphers.encryptBlock(block, temporaryKey)
        return (0..<8).reduce(0) { $0 << 8 | UInt64(encrypted[$1]) }
    }
}
