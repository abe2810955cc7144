/// The notation of bytes as Base64 with padding, of RFC 4648 section 4.
public enum Base64: Sendable {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Four characters for each three bytes; the last four end in padding when bytes are missing.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(bytes.count - start, 3)
            var group = UInt32(bytes[start]) << 16
            if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[start + 2]) }
            for place in 0..<4 {
                characters.append(
                    place > count ? padding : alphabet[Int(group >> UInt32(18 - 6 * place)) & 0x3F])
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of a text in the notation, read strictly: with its padding, without anything between, and with bits of zero
    /// where no byte has any, so that bytes have one notation.
    ///
    /// - Returns: The bytes; `nil` for any other text.
    /// - Complexity: O(*n*) in the length of the text.
    public static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        let paddingCount = characters.suffix(2).count { $0 == padding }
        var group: UInt32 = 0
        for (place, character) in characters.dropLast(paddingCount).enumerated() {
            guard let value = value(of: character) else { return nil }
            group = group << 6 | value
            guard place % 4 == 3 else { continue }
            for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
            group = 0
        }
        switch paddingCount {
        case 0: return bytes
        case 1:
            guard group & 0x3 == 0 else { return nil }
            bytes += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
        default:
            guard group & 0xF == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
