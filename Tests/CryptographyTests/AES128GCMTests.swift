import Cryptography
import Testing

struct AES128GCMTests {
    // The first three cases of McGrew and Viega, "The Galois/Counter Mode of Operation".
    @Test(arguments: [
        (
            "00000000000000000000000000000000", "000000000000000000000000", "", "",
            "58e2fccefa7e3061367f1d57a4e7455a"
        ),
        (
            "00000000000000000000000000000000", "000000000000000000000000",
            "00000000000000000000000000000000",
            "0388dace60b6a392f328c2b971b2fe78", "ab6e47d42cec13bdf53a67b21257bddf"
        ),
        (
            "feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985",
            "4d5c2af327cd64a62cf35abd2ba6fab4"
        ),
    ])
    func `a message is sealed and opened as published`(
        key: String, nonce: String, message: String, ciphertext: String, tag: String
    ) throws {
        let (key, nonce) = (SIMD16(try hexadecimal(key)), try hexadecimal(nonce))
        let message = try hexadecimal(message)
        let sealed = AES128.sealGCM(message, nonce: nonce, key: key)
        #expect(Hexadecimal.encode(sealed.ciphertext) == ciphertext)
        #expect(Hexadecimal.encode(sealed.tag) == tag)
        #expect(AES128.openGCM(sealed.ciphertext, tag: sealed.tag, nonce: nonce, key: key) == message)
    }

    @Test func `a change anywhere is noticed`() {
        let (key, nonce) = (SIMD16<UInt8>(repeating: 7), [UInt8](repeating: 9, count: 12))
        let (ciphertext, tag) = AES128.sealGCM([1, 2, 3], nonce: nonce, key: key)
        #expect(AES128.openGCM(ciphertext, tag: tag, nonce: nonce, key: key) == [1, 2, 3])
        #expect(
            AES128.openGCM([ciphertext[0] ^ 1] + ciphertext[1...], tag: tag, nonce: nonce, key: key) == nil)
        #expect(AES128.openGCM(ciphertext, tag: [tag[0] ^ 1] + tag[1...], nonce: nonce, key: key) == nil)
        #expect(AES128.openGCM(ciphertext, tag: tag, nonce: [8] + nonce[1...], key: key) == nil)
        #expect(AES128.openGCM(ciphertext, tag: tag, nonce: nonce, key: SIMD16(repeating: 8)) == nil)
        #expect(AES128.openGCM(ciphertext, tag: Array(tag.prefix(12)), nonce: nonce, key: key) == nil)
        #expect(AES128.openGCM(ciphertext, tag: tag, nonce: nonce + [0], key: key) == nil)
    }
}
