import Cryptography
import Testing

struct P256PrivateKeyTests {
    // The first vector for P-256 in NIST's KAS ECC CDH primitive test.
    private let scalar = "7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534"
    private let point =
        "04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b23028af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141"
    private let peer =
        "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac"

    @Test func `a scalar gives the published point and secret`() throws {
        let key = try P256PrivateKey(scalar: hexadecimal(scalar))
        let peer = try PublicKey(curve: .p256, uncompressedPoint: hexadecimal(peer))
        #expect(Hexadecimal.encode(key.publicPoint) == point)
        #expect(Hexadecimal.encode(key.scalar) == scalar)
        let secret = Hexadecimal.encode(key.sharedSecret(with: peer))
        #expect(secret == "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
    }

    @Test func `two fresh keys share one secret, and are restored from their scalars`() throws {
        let (first, second) = (try P256PrivateKey(), try P256PrivateKey())
        #expect(first.publicPoint != second.publicPoint)
        let restored = try P256PrivateKey(scalar: first.scalar)
        #expect(restored.publicPoint == first.publicPoint)
        let secret = first.sharedSecret(
            with: second.publicKey)
        let same = second.sharedSecret(
            with: restored.publicKey)
        #expect(secret == same)
    }

    @Test func `a signature is the key's and of these bytes only`() throws {
        let key = try P256PrivateKey()
        let own = try PublicKey(curve: .p256, uncompressedPoint: key.publicPoint)
        let other = try PublicKey(curve: .p256, uncompressedPoint: P256PrivateKey().publicPoint)
        // Some numbers of signatures begin with zeros, which the notation keeps.
        for number in 0..<300 {
            let bytes = Array("message \(number)".utf8)
            let signature = try key.signature(of: bytes)
            #expect(signature.count == 64)
            #expect(own.isValid(signature: signature, of: bytes, algorithm: .es256(.concatenated)))
            #expect(!own.isValid(signature: signature, of: bytes + [0], algorithm: .es256(.concatenated)))
            #expect(!other.isValid(signature: signature, of: bytes, algorithm: .es256(.concatenated)))
        }
    }

    @Test(arguments: [0, 31, 33])
    func `another number of bytes is no key`(count: Int) {
        #expect(throws: PrivateKeyError.length) {
            try P256PrivateKey(scalar: [UInt8](repeating: 1, count: count))
        }
    }

    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
    func `zero, the order of the curve and what lies above are no keys`(scalar: String) throws {
        let scalar = try hexadecimal(scalar)
        #expect(throws: PrivateKeyError.range) { try P256PrivateKey(scalar: scalar) }
    }

    @Test func `the smallest and the largest scalar are keys`() throws {
        let one = try P256PrivateKey(scalar: [UInt8](repeating: 0, count: 31) + [1])
        let last = try P256PrivateKey(
            scalar: hexadecimal("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"))
        // They are the base point and its negative.
        #expect(one.publicPoint[1...32] == last.publicPoint[1...32])
        #expect(one.publicPoint[33...] != last.publicPoint[33...])
    }

    @Test func `a compressed point, another form and a point beside the curve are refused`() throws {
        let point = try hexadecimal(point)
        var beside = point
        beside[64] ^= 1
        let compressed = [2] + Array(point[1...32])
        let others: [[UInt8]] = [
            [], [0], Array(point.prefix(33)), [5] + Array(point.dropFirst()), compressed, beside,
        ]
        for wrong in others {
            #expect(throws: PublicKeyError.coordinates) {
                try PublicKey(curve: .p256, uncompressedPoint: wrong)
            }
        }
    }
}

/// The bytes of hexadecimal digits.
func hexadecimal(_ text: String) throws -> [UInt8] {
    try stride(from: 0, to: text.utf8.count, by: 2).map { offset in
        try #require(UInt8(text.dropFirst(offset).prefix(2), radix: 16))
    }
}
