import Cryptography
import Testing

struct HMACSHA256Tests {
    private static let longKey = [UInt8](repeating: 0xAA, count: 131)

    // RFC 4231, test cases 1 to 4, 6 and 7; case 5 truncates the code, which this library does not offer.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            longKey, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            longKey,
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. The key "
                    + "needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func `the code is the published one`(key: [UInt8], message: [UInt8], code: String) {
        #expect(Hexadecimal.encode(HMACSHA256.authenticationCode(for: message, key: key)) == code)
    }

    // OpenSSL takes a key without an address as the key of the call before. The code is the definition's, computed with
    // another implementation.
    @Test func `an empty key and an empty message have a code of their own`() {
        _ = HMACSHA256.authenticationCode(for: [UInt8]("other".utf8), key: [UInt8]("key".utf8))
        let code = HMACSHA256.authenticationCode(for: [UInt8](), key: [UInt8]())
        #expect(
            Hexadecimal.encode(code) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}
