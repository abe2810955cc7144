import Cryptography
import Testing

struct SHA256Tests {
    // Examples of FIPS 180-4 as published by NIST, and its long message of a million times "a".
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `the digest is the published one`(message: String, digest: String) {
        #expect(Hexadecimal.encode(SHA256.digest(of: message.utf8)) == digest)
    }

    @Test func `bytes that do not lie side by side hash like those that do`() {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        #expect(SHA256.digest(of: bytes.reversed()) == SHA256.digest(of: [5, 4, 3, 2, 1]))
    }
}

struct SHA256StreamTests {
    @Test(arguments: [0, 1, 63, 64, 1_000])
    func `pieces give the digest of the whole`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var stream = SHA256Stream()
        for start in stride(from: 0, to: count, by: 17) {
            stream.add(Array(bytes[start..<min(start + 17, count)]))
        }
        #expect(stream.digest() == SHA256.digest(of: bytes))
    }
}

struct SHA256CheckerTests {
    @Test func `one checker tells the digests of many texts from others`() {
        var checker = SHA256Checker()
        func isDigest(_ digest: [UInt8], of bytes: [UInt8]) -> Bool {
            checker.isDigest(digest.span, of: bytes.span)
        }
        for count in [0, 1, 63, 64, 1_000, 3] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let digest = SHA256.digest(of: bytes)
            let isRight = isDigest(digest, of: bytes)
            #expect(isRight)
            for index in digest.indices {
                var other = digest
                other[index] ^= 1
                let isOther = isDigest(other, of: bytes)
                #expect(!isOther)
            }
            let ofMore = isDigest(digest, of: bytes + [0])
            let isShort = isDigest(digest.dropLast(), of: bytes)
            #expect(!ofMore && !isShort)
        }
    }
}
