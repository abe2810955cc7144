import Cryptography
import Testing

struct HKDFSHA256Tests {
    // RFC 5869, appendix A.1 and A.3.
    @Test(arguments: [
        (
            "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        ("", "", "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ])
    func `a key is derived as published`(salt: String, info: String, expected: String) throws {
        let secret = [UInt8](repeating: 0x0b, count: 22)
        let key = HKDFSHA256.key(
            from: secret, salt: try hexadecimal(salt), info: try hexadecimal(info), count: 42)
        #expect(Hexadecimal.encode(key) == expected)
    }

    @Test func `a shorter key is the beginning of a longer one`() {
        let root = HKDFSHA256.extract(from: [1, 2, 3], salt: [4])
        let longest = HKDFSHA256.expand(root, info: [5], count: HKDFSHA256.maximumByteCount)
        #expect(longest.count == 8_160)
        for count in [1, 31, 32, 33, 64, 8_159] {
            #expect(HKDFSHA256.expand(root, info: [5], count: count) == Array(longest.prefix(count)))
        }
    }
}
