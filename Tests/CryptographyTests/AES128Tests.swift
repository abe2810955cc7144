import Testing

@testable import Cryptography

struct AES128Tests {
    // FIPS 197, appendix B and C.1.
    @Test(arguments: [
        (
            "2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
            "3925841d02dc09fbdc118597196a0b32"
        ),
        (
            "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
            "69c4e0d86a7b0430d8cdb78070b4c55a"
        ),
    ])
    func `a block is encrypted as published`(key: String, block: String, expected: String) throws {
        let encrypted = AES128.encrypt(try self.block(block), key: try self.block(key))
        #expect(Hexadecimal.encode(AES128.bytes(of: encrypted)) == expected)
    }

    @Test func `CCM gives BTHome's published example`() throws {
        let key = try block("231d39c1d7cc1ab1aee224cd096db932")
        let nonce = try bytes("5448e68f80a5d2fc4100112233")
        let message = try bytes("02ca0903bf13")
        let sealed = AES128.sealCCM(message, nonce: nonce, tagCount: 4, key: key)
        #expect(Hexadecimal.encode(sealed.ciphertext) == "a47266c95f73")
        #expect(Hexadecimal.encode(sealed.tag) == "78237214")
        #expect(AES128.openCCM(sealed.ciphertext, tag: sealed.tag, nonce: nonce, key: key) == message)
    }

    // The first, the second, the fifth and the last vector of the EAX paper.
    @Test(arguments: [
        (
            "233952dee4d5ed5f9b9c6d6ff80ff478", "62ec67f9c3a4a407fcb2a8c49031a8b3", "6bfb914fd07eae6b", "",
            "e037830e8389f27b025a2d6527e79d01"
        ),
        (
            "91945d3f4dcbee0bf45ef52255f095a4", "becaf043b0a23d843194ba972c66debd", "fa3bfd4806eb53fa",
            "f7fb",
            "19dd5c4c9331049d0bdab0277408f67967e5"
        ),
        (
            "01f74ad64077f2e704c0f60ada3dd523", "70c3db4f0d26368400a10ed05d2bff5e", "234a3463c1264ac6",
            "1a47cb4933", "d851d5bae03a59f238a23e39199dc9266626c40f80"
        ),
        (
            "8395fcf1e95bebd697bd010bc766aac3", "22e7add93cfc6393c57ec0b3c17d6b44", "126735fcc320d25a",
            "ca40d7446e545ffaed3bd12a740a659ffbbb3ceab7",
            "cb8920f87a6c75cff39627b56e3ed197c552d295a7cfc46afc253b4652b1af3795b124ab6e"
        ),
    ])
    func `EAX gives the vectors of its paper`(
        key: String, nonce: String, header: String, message: String, expected: String
    ) throws {
        let sealed = AES128.sealEAX(
            try bytes(message), nonce: try bytes(nonce), header: try bytes(header), tagCount: 16,
            key: try block(key))
        #expect(Hexadecimal.encode(sealed.ciphertext + sealed.tag) == expected)
    }

    @Test(arguments: [0, 1, 12, 16, 33])
    func `what was sealed is opened, and nothing else`(count: Int) throws {
        let key = try block("000102030405060708090a0b0c0d0e0f")
        let message = (0..<count).map { UInt8($0) }
        let nonce = (0..<13).map { UInt8($0) }
        let ccm = AES128.sealCCM(message, nonce: nonce, tagCount: 4, key: key)
        let eax = AES128.sealEAX(message, nonce: nonce, tagCount: 2, key: key)
        #expect(AES128.openCCM(ccm.ciphertext, tag: ccm.tag, nonce: nonce, key: key) == message)
        #expect(AES128.openEAX(eax.ciphertext, tag: eax.tag, nonce: nonce, key: key) == message)
        for index in ccm.tag.indices {
            var tag = ccm.tag
            tag[index] ^= 1
            #expect(AES128.openCCM(ccm.ciphertext, tag: tag, nonce: nonce, key: key) == nil)
        }
        for index in eax.tag.indices {
            var tag = eax.tag
            tag[index] ^= 1
            #expect(AES128.openEAX(eax.ciphertext, tag: tag, nonce: nonce, key: key) == nil)
        }
    }

    @Test(arguments: [0, 3, 17])
    func `a tag of an impossible length opens nothing`(count: Int) throws {
        let key = try block("000102030405060708090a0b0c0d0e0f")
        let tag = [UInt8](repeating: 0, count: count)
        let nonce = [UInt8](repeating: 0, count: 13)
        #expect(AES128.openCCM([1, 2], tag: tag, nonce: nonce, key: key) == nil)
        if count != 3 { #expect(AES128.openEAX([1, 2], tag: tag, nonce: nonce, key: key) == nil) }
    }

    private func block(_ text: String) throws -> SIMD16<UInt8> { SIMD16(try bytes(text)) }

    private func bytes(_ text: String) throws -> [UInt8] {
        let digits = Array(text)
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(digits[index...index + 1]), radix: 16))
        }
    }
}
