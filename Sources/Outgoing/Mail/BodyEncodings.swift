/// Base64 (RFC 4648), written strictly and read leniently.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> UInt32(count) & 0x3F)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 0x3F)]) }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return text
    }

    /// Lines of 76 characters.
    static func lines(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 57).flatMap {
            encoded(bytes[$0..<min($0 + 57, bytes.count)]) + [0x0D, 0x0A]
        }
    }

    /// Reads the digits up to the first `=` and leaves out everything else.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in text {
            if byte == UInt8(ascii: "=") { break }
            guard let digit = value(byte) else { continue }
            bits = bits << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Quoted-printable (RFC 2045, section 6.7), written strictly and read leniently.
enum QuotedPrintable {
    private static let digits = Array("0123456789ABCDEF".utf8)
    /// A line has at most 76 characters, one of them for the break.
    private static let lineLength = 75

    /// Whether a byte stands for itself, at least within a line.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "=") && (0x20...0x7E).contains(byte) || byte == 0x09
    }

    /// Encodes a text whose lines end with CRLF.
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var column = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0D || byte == 0x0A {
                text.append(byte)
                column = 0
            } else {
                var token = [byte]
                let isAtEnd = index + 1 == bytes.count || bytes[index + 1] == 0x0D
                if !isPlain(byte) || isAtEnd && (byte == 0x20 || byte == 0x09) { token = escaped(byte) }
                if column + token.count > lineLength {
                    text += [UInt8(ascii: "="), 0x0D, 0x0A]
                    column = 0
                }
                // Programs on the way read a dot or "From " at the beginning of a line as theirs.
                if column == 0,
                    byte == UInt8(ascii: ".") || bytes[index...].prefix(5).elementsEqual("From ".utf8)
                {
                    token = escaped(byte)
                }
                text += token
                column += token.count
            }
            index += 1
        }
        return text
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    /// Reads escapes and soft line breaks, and takes everything else as it is.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            if rest.starts(with: [0x0D, 0x0A]) {
                rest = rest.dropFirst(2)
            } else if rest.first == 0x0A {
                rest = rest.dropFirst()
            } else if let high = value(rest.first), let low = value(rest.dropFirst().first) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): byte.map { $0 - 48 }
        case .some(UInt8(ascii: "A")...UInt8(ascii: "F")): byte.map { $0 - 55 }
        case .some(UInt8(ascii: "a")...UInt8(ascii: "f")): byte.map { $0 - 87 }
        default: nil
        }
    }
}
