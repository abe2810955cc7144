import Testing
import WebAuthn

struct CredentialPublicKeyTests {
    // RFC 8032, section 7.1, test 1.
    private let ed25519: [UInt8] = [
        0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1, 0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64, 0x07, 0x3A, 0x0E,
        0xE1, 0x72, 0xF3, 0xDA, 0xA6, 0x23, 0x25, 0xAF, 0x02, 0x1A, 0x68, 0xF7, 0x07, 0x51, 0x1A,
    ]

    private func key(
        type: UInt8 = 0x01, algorithm: [UInt8] = [0x27], curve: UInt8 = 0x06, length: UInt8 = 32,
        more: [UInt8] = []
    ) -> [UInt8] {
        let count: UInt8 = more.isEmpty ? 0xA4 : 0xA5
        return [count, 0x01, type, 0x03] + algorithm + [0x20, curve, 0x21, 0x58, length]
            + ed25519.prefix(Int(length)) + more
    }

    @Test func `a key is read and gives its bytes back`() throws {
        let key = try CredentialPublicKey(key())
        #expect(key.algorithm == .edDSA)
        #expect(try CredentialPublicKey(key.bytes) == key)
        #expect(try Set([key, CredentialPublicKey(key.bytes)]).count == 1)
    }

    @Test func `a key of another type, curve or length is refused`() {
        for bytes in [
            key(type: 2), key(type: 3), key(curve: 1), key(length: 31), key(algorithm: [0x26]),
            key(algorithm: [0x39, 0x01, 0x00]), key(algorithm: [0x60]), key(more: [0x22, 0x00]),
            Array(key().dropLast()), key() + [0], [], [0xA0], [0x80], [0x01],
        ] {
            #expect(throws: PasskeyRefusal.malformedKey) { try CredentialPublicKey(bytes) }
        }
    }

    // ES384, PS256, Ed25519 by its own number, RS1, and a number far from all.
    @Test(
        arguments: [
            [0x38, 0x22], [0x38, 0x24], [0x32], [0x39, 0xFF, 0xFE],
            [0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func `a key for another algorithm is refused`(algorithm: [UInt8]) {
        #expect(throws: PasskeyRefusal.algorithmNotOffered) {
            try CredentialPublicKey(key(algorithm: algorithm))
        }
    }
}
