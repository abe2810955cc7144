import Cryptography
import Testing

struct EncodingTests {
    @Test(
        arguments: [
            ([], ""), ([0x00], "00"), ([0x0F, 0xF0], "0ff0"), ([0xDE, 0xAD, 0xBE, 0xEF], "deadbeef"),
        ] as [([UInt8], String)])
    func `hexadecimal has two lower-case digits for each byte`(bytes: [UInt8], text: String) {
        #expect(Hexadecimal.encode(bytes) == text)
    }

    // RFC 4648, section 10, without padding, and one with both characters in which base64url differs from base64.
    @Test(
        arguments: [
            ([], ""),
            (Array("f".utf8), "Zg"),
            (Array("fo".utf8), "Zm8"),
            (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg"),
            (Array("fooba".utf8), "Zm9vYmE"),
            (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xFF, 0xBF], "-_-_"),
        ] as [([UInt8], String)])
    func `base64url is as published and unpadded, and reads back`(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(arguments: ["Z", "Zm9vY", "Zg==", "Zh", "Zm9", "Zm9v\n", "Zm 9", "+/+/", "Zm8=", "Zmé"])
    func `base64url that could be written otherwise is none`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `base64url reads back bytes of every length and value`() {
        for count in 0..<520 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    // RFC 4648, section 10, and one with both characters in which base64url differs.
    @Test(
        arguments: [
            ([], ""),
            (Array("f".utf8), "Zg=="),
            (Array("fo".utf8), "Zm8="),
            (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg=="),
            (Array("fooba".utf8), "Zm9vYmE="),
            (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xFF, 0xBF], "+/+/"),
        ] as [([UInt8], String)])
    func `base64 is as published, and reads back`(bytes: [UInt8], text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm8=Zm8=", "=Zm8", "Z===", "====", "Zm9\n", "Zm 9",
        "-_-_", "Zm8=\n",
        "Zm8é",
    ])
    func `base64 that could be written otherwise is none`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `base64 reads back bytes of every length and value`() {
        for count in 0..<520 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
