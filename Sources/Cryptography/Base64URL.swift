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
}
