import Cryptography
import Testing
import WebAuthn

struct RecoveryCodeTests {
    private let codes = RecoveryCode.makeSet(
        from: (0..<RecoveryCode.randomByteCount).map { UInt8($0 * 37 % 256) })

    @Test func `ten different codes are made of a hundred random bytes`() {
        #expect(RecoveryCode.randomByteCount == 100)
        #expect(codes.count == 10)
        #expect(Set(codes).count == 10)
        #expect(Set(codes.map(\.digest)).count == 10)
    }

    @Test func `a code has four groups of four characters that look like no others`() throws {
        let pattern = /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/
        #expect(codes.allSatisfy { $0.text.wholeMatch(of: pattern) != nil })
    }

    // Crockford's base 32 of ten bytes.
    @Test(
        arguments: [
            (Array(repeating: 0, count: 10), "0000-0000-0000-0000"),
            (Array(repeating: 0xFF, count: 10), "ZZZZ-ZZZZ-ZZZZ-ZZZZ"),
            ([0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF], "0123-4567-89AB-CDEF"),
        ] as [([UInt8], String)])
    func `every bit of the bytes is in the code`(bytes: [UInt8], text: String) {
        let set = RecoveryCode.makeSet(from: Array(repeatElement(bytes, count: 10).joined()))
        #expect(set[9].text == text)
    }

    @Test func `a code reads back`() {
        #expect(codes.map { RecoveryCode(typed: $0.text) } == codes)
    }

    @Test(arguments: [
        "0123-4567-89AB-CDEF", "0123456789abcdef", " 0123 4567\t89ab\u{A0}cdef\n", "oi23-4567-89ab-cdef",
        "OL23–4567—89AB‑CDEF", "０１２３－４５６７－８９ＡＢ－ｃｄｅｆ", "0-1-2-3-4-5-6-7-8-9-a-b-c-d-e-f",
    ])
    func `what a person types is read whatever its case, blanks and hyphens`(typed: String) {
        #expect(RecoveryCode(typed: typed)?.text == "0123-4567-89AB-CDEF")
    }

    @Test(arguments: [
        "", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEFG", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDE!",
        "0123_4567_89AB_CDEF",
        "0123-4567-89AB-CDEÉ", "0123-4567-89AB-CDE\u{0661}", String(repeating: "-", count: 10_000),
    ])
    func `anything else is no code`(typed: String) {
        #expect(RecoveryCode(typed: typed) == nil)
    }

    @Test func `the digest is the SHA-256 of the characters without hyphens`() throws {
        let code = try #require(RecoveryCode(typed: "0123-4567-89ab-cdef"))
        #expect(code.digest == SHA256.digest(of: "0123456789ABCDEF".utf8))
    }

    @Test func `a code does not print itself`() {
        #expect("\(codes[0])" == "a recovery code")
    }
}
