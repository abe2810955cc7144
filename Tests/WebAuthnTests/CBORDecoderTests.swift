import Testing
import WebAuthn

struct CBORDecoderTests {
    // RFC 8949, appendix A, as far as CTAP2 has it.
    @Test(
        arguments: [
            ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
            ([0x19, 0x03, 0xE8], .integer(1_000)), ([0x1A, 0x00, 0x0F, 0x42, 0x40], .integer(1_000_000)),
            ([0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00], .integer(1_000_000_000_000)),
            ([0x20], .integer(-1)), ([0x38, 0x63], .integer(-100)), ([0x39, 0x01, 0x00], .integer(-257)),
            ([0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .integer(.min)),
            ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
            ([0x60], .text("")), ([0x62, 0xC3, 0xBC], .text("ü")),
            ([0x80], .array([])), ([0x83, 1, 2, 3], .array([.integer(1), .integer(2), .integer(3)])),
            ([0xA0], .map([])), ([0xF4], .boolean(false)), ([0xF5], .boolean(true)), ([0xF6], .null),
        ] as [([UInt8], CBORValue)])
    func `values are read as published`(bytes: [UInt8], value: CBORValue) throws {
        #expect(try CBORDecoder.decode(bytes) == value)
    }

    @Test(
        arguments: [
            ([], .truncated), ([0x18], .truncated), ([0x44, 1, 2, 3], .truncated), ([0x82, 1], .truncated),
            ([0xA1, 1], .truncated),
            ([0x9A, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0x18, 0x17], .notShortest), ([0x19, 0x00, 0xFF], .notShortest),
            ([0x58, 0x01, 0], .notShortest),
            ([0x1A, 0x00, 0x00, 0xFF, 0xFF], .notShortest),
            ([0x1B, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], .notShortest),
            ([0x5F, 0x41, 0, 0xFF], .notShortest), ([0x9F, 0xFF], .notShortest),
            ([0xBF, 0xFF], .notShortest),
            ([0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0], .unsupported), ([0x1C], .unsupported),
            ([0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0], .unsupported),
            ([0xC0, 0x60], .unsupported), ([0xF7], .unsupported), ([0xF9, 0, 0], .unsupported),
            ([0xFB, 0, 0, 0, 0, 0, 0, 0, 0], .unsupported), ([0xF8, 0x20], .unsupported),
            ([0xFF], .unsupported),
            ([0x61, 0xFF], .invalidText), ([0x63, 0xED, 0xA0, 0x80], .invalidText),
            ([0x00, 0x00], .trailingBytes),
            ([0xA1, 0x40, 0], .keyType), ([0xA1, 0xF5, 0], .keyType), ([0xA1, 0x80, 0], .keyType),
            ([0xA2, 1, 0, 1, 0], .keyOrder), ([0xA2, 2, 0, 1, 0], .keyOrder),
            ([0xA2, 0x20, 0, 1, 0], .keyOrder),
            ([0xA2, 0x62, 0x61, 0x61, 0, 0x61, 0x62, 0], .keyOrder),
            ([0xA2, 0x61, 0x61, 0, 0x61, 0x61, 0], .keyOrder),
        ] as [([UInt8], CBORError)])
    func `any other writing is refused`(bytes: [UInt8], error: CBORError) {
        #expect(throws: error) { try CBORDecoder.decode(bytes) }
    }

    @Test func `keys ascend by type, length and bytes`() throws {
        let bytes: [UInt8] = [0xA5, 1, 0, 0x18, 0x20, 0, 0x20, 0, 0x61, 0x7A, 0, 0x62, 0x61, 0x61, 0]
        let keys: [CBORValue] = [.integer(1), .integer(32), .integer(-1), .text("z"), .text("aa")]
        guard case .map(let members) = try CBORDecoder.decode(bytes) else {
            Issue.record("no map")
            return
        }
        #expect(members.map(\.key) == keys)
    }

    @Test func `four levels are read and a fifth is refused`() throws {
        #expect(throws: Never.self) { try CBORDecoder.decode([0x81, 0x81, 0x81, 0x80] as [UInt8]) }
        #expect(throws: CBORError.tooDeep) {
            try CBORDecoder.decode([0x81, 0x81, 0x81, 0x81, 0x80] as [UInt8])
        }
        let deep = [UInt8](repeating: 0x81, count: CBORDecoder.maximumByteCount)
        #expect(throws: CBORError.tooDeep) { try CBORDecoder.decode(deep) }
    }

    @Test func `more bytes than the limit are refused`() {
        let bytes = [UInt8](repeating: 0, count: CBORDecoder.maximumByteCount + 1)
        #expect(throws: CBORError.tooLarge) { try CBORDecoder.decode(bytes) }
    }

    @Test func `a value is read before other bytes`() throws {
        var decoder = try CBORDecoder([0x82, 1, 2, 0xFF, 0xFF] as [UInt8])
        #expect(try decoder.value() == .array([.integer(1), .integer(2)]))
        #expect(decoder.position == 3)
    }
}
