import Cryptography
import Testing
import WebPush

struct EncryptedContentTests {
    private static let text = Array("I am the walrus".utf8)
    private static let salt = [UInt8](0..<16)

    // RFC 8188 section 3.1.
    private let plain = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"
    private let plainSecret = "yqdlZ-tYemfogSmv7Ws5PQ"
    // RFC 8188 section 3.2: records of 25 bytes, the first with one byte of padding, and a key with a name.
    private let padded =
        "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA"
    private let paddedSecret = "BO3ZVPxUlnLORbVGMpbT1Q"

    @Test func `W70 the first example of RFC 8188 is decrypted, and encrypted to the same bytes`() throws {
        let content = try EncryptedContent(Sample.bytes(plain))
        #expect(content.keyID == [] && content.recordSize == 4_096)
        #expect(try content.decrypted(with: Sample.bytes(plainSecret)) == Self.text)
        let own = EncryptedContent.encrypt(
            Self.text, secret: try Sample.bytes(plainSecret), salt: content.salt)
        #expect(Base64URL.encode(own) == plain)
    }

    @Test func `W70 the second example of RFC 8188 is decrypted, and encrypted to the same bytes`() throws {
        let content = try EncryptedContent(Sample.bytes(padded))
        #expect(content.keyID == Array("a1".utf8) && content.recordSize == 25)
        #expect(try content.decrypted(with: Sample.bytes(paddedSecret)) == Self.text)
        let own = EncryptedContent.encrypt(
            [(Self.text[..<7], 1), (Self.text[7...], 0)], secret: try Sample.bytes(paddedSecret),
            salt: content.salt, keyID: content.keyID, recordSize: 25)
        #expect(Base64URL.encode(own) == padded)
    }

    @Test func `content of any length is divided into records and joined again`() throws {
        for recordSize in [18, 19, 25, 60] {
            for count in 0...50 {
                let text = (0..<count).map { UInt8($0) }
                let bytes = EncryptedContent.encrypt(
                    text, secret: [1], salt: Self.salt, recordSize: recordSize)
                #expect(try EncryptedContent(bytes).decrypted(with: [1]) == text)
            }
        }
    }

    @Test func `content without its last records is refused, wherever it ends`() throws {
        let bytes = EncryptedContent.encrypt(Array(0..<9), secret: [1], salt: Self.salt, recordSize: 20)
        #expect(bytes.count == 21 + 3 * 20)
        for count in 0..<bytes.count {
            let expected: ContentDecryptionError =
                count <= 21 || (count - 21) % 20 <= 16 ? .truncated : .notAuthentic
            #expect(throws: expected, "\(count)") {
                try EncryptedContent(Array(bytes.prefix(count))).decrypted(with: [1])
            }
        }
    }

    @Test func `records in another order are refused`() throws {
        let bytes = EncryptedContent.encrypt(Array(0..<9), secret: [1], salt: Self.salt, recordSize: 20)
        let swapped = bytes[..<21] + bytes[41..<61] + bytes[21..<41] + bytes[61...]
        #expect(throws: ContentDecryptionError.notAuthentic) {
            try EncryptedContent(Array(swapped)).decrypted(with: [1])
        }
    }

    @Test func `a record behind the last one is refused`() throws {
        let bytes = EncryptedContent.encrypt(
            [([1, 2, 3], 0)], secret: [1], salt: Self.salt, keyID: [], recordSize: 20)
        #expect(throws: ContentDecryptionError.delimiter) {
            try EncryptedContent(bytes + bytes.suffix(20)).decrypted(with: [1])
        }
    }

    @Test(arguments: [0, 1, 17])
    func `a record size that holds nothing is refused`(size: UInt8) {
        let bytes = Self.salt + [0, 0, 0, size, 0] + [UInt8](repeating: 0, count: 20)
        #expect(throws: ContentDecryptionError.recordSize) { try EncryptedContent(bytes) }
    }

    @Test func `a record of zeros has no delimiter`() throws {
        // What sealed zeros look like cannot be made with the library, so it is made by hand.
        let root = HKDFSHA256.extract(from: [1] as [UInt8], salt: Self.salt)
        let key = SIMD16(HKDFSHA256.expand(root, info: "Content-Encoding: aes128gcm\0".utf8, count: 16))
        let nonce = HKDFSHA256.expand(root, info: "Content-Encoding: nonce\0".utf8, count: 12)
        let (ciphertext, tag) = AES128.sealGCM([0, 0, 0], nonce: nonce, key: key)
        let bytes = Self.salt + [0, 0, 16, 0, 0] + ciphertext + tag
        #expect(throws: ContentDecryptionError.delimiter) { try EncryptedContent(bytes).decrypted(with: [1]) }
    }

    @Test func `each refusal has a code and a sentence of its own`() {
        let all = ContentDecryptionError.allCases
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.description)).count == all.count)
    }
}
