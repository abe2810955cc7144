/// The notation of bytes as base64url without padding, of RFC 4648 section 5.
public enum Base64URL: Sendable {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Four characters for each three bytes, and two or three for a rest of one or two.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(alphabet[Int(buffer >> bitCount) & 0x3F])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(buffer << (6 - bitCount)) & 0x3F]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of a text in the notation, read strictly: without padding or anything between, and with bits of zero
    /// where no byte has any, so that bytes have one notation.
    ///
    /// - Returns: The bytes; `nil` for any other text.
    /// - Complexity: O(*n*) in the length of the text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let count = text.utf8.count
        guard count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 4 * 3 + 2)
        var buffer: UInt32 = 0
        var bitCount = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = (buffer << 6 | value) & 0xFFF
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bitCount)))
        }
        return buffer & ((1 << UInt32(bitCount)) - 1) == 0 ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
