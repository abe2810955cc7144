import Beacons
import Testing

@Suite struct EphemeralBeaconKeyTests {
    private static let identityKey = CipherBlock(0..<16)

    @Test(arguments: [
        (UInt32(65280), UInt8(4), UInt64(0x39AA_6B35_679E_9C21)),
        (0x0001_2345, 9, 0x90C5_A524_5267_4E1F),
        (0x0001_2345, 0, 0x93EB_1736_6F34_58AC),
    ])
    func `the identifier is the one that the contract computed`(
        counter: UInt32, exponent: UInt8, identifier: UInt64
    )
        throws
    {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.identityKey, rotationExponent: exponent))
        #expect(key.identifier(at: counter, using: .openSSL) == identifier)
        let found = key.counter(of: identifier, expected: counter, tolerance: 0, using: .openSSL)
        #expect(found == counter & ~(1 << UInt32(exponent) - 1))
    }

    @Test func `the identifier changes with each period and not within it`() throws {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.identityKey, rotationExponent: 3))
        let identifiers = (0..<24).map { key.identifier(at: $0, using: .openSSL) }
        #expect(Set(identifiers).count == 3)
        #expect(Set(identifiers[0..<8]).count == 1)
    }

    @Test(arguments: [UInt32(0), 65_535, 65_536, .max], [-600, -16, 0, 16, 600])
    func `a clock that is wrong is found within the tolerance`(counter: UInt32, error: Int64) throws {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.identityKey, rotationExponent: 4))
        guard let expected = UInt32(exactly: Int64(counter) + error) else { return }
        let identifier = key.identifier(at: counter, using: .openSSL)
        let period = counter & ~15
        #expect(key.counter(of: identifier, expected: expected, tolerance: 600, using: .openSSL) == period)
        if abs(error) > 16 {
            #expect(key.counter(of: identifier, expected: expected, tolerance: 60, using: .openSSL) == nil)
        }
        #expect(key.counter(of: identifier ^ 1, expected: expected, tolerance: 600, using: .openSSL) == nil)
    }

    @Test func `of several keys the one that made an identifier is found`() throws {
        let keys = (0..<4).compactMap { index in
            EphemeralBeaconKey(identityKey: CipherBlock(repeating: index), rotationExponent: 5)
        }
        let heard = keys[2].identifier(at: 1_000_000, using: .openSSL)
        let found = EphemeralBeaconKey.first(
            of: keys, sending: heard, expected: [1_000_000, 1_000_000, 1_000_100, 1_000_000], tolerance: 300,
            using: .openSSL)
        #expect(found?.index == 2)
        #expect(found?.counter == UInt32(1_000_000))
        let strange = EphemeralBeaconKey.first(
            of: keys, sending: heard &+ 1, expected: [0, 0, 0, 0], tolerance: 300, using: .openSSL)
        #expect(strange == nil)
    }

    @Test func `an exponent above 15 is refused`() {
        #expect(EphemeralBeaconKey(identityKey: Self.identityKey, rotationExponent: 16) == nil)
    }

    @Test func `the state of a beacon is opened with key and counter, and not without`() throws {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.identityKey, rotationExponent: 4))
        let other = try #require(EphemeralBeaconKey(identityKey: CipherBlock(1..<17), rotationExponent: 4))
        let state = EddystoneTelemetryFrame(
            batteryMillivolts: 2990, temperatureSteps: -300, advertisementCount: 7, uptimeTenths: 99)
        let frame = EddystoneEncryptedTelemetryFrame(
            encrypting: state, of: key, counter: 65_290, salt: 0xBEEF, using: .openSSL)
        #expect(try frame.decrypted(of: key, counter: 65_280, using: .openSSL) == state)
        #expect(throws: FrameDefect.notAuthentic) {
            try frame.decrypted(of: key, counter: 65_296, using: .openSSL)
        }
        #expect(throws: FrameDefect.notAuthentic) {
            try frame.decrypted(of: other, counter: 65_280, using: .openSSL)
        }
    }
}
