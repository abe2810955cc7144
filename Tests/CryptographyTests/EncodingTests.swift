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
    func `base64url is as published and unpadded`(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
    }
}
