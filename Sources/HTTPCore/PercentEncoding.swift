/// Decoding of `%41` in paths and queries.
enum PercentEncoding {
    /// Decodes a piece of a path or query exactly once.
    ///
    /// - Returns: `nil` for a percent sign without two hexadecimal digits, for bytes that are not UTF-8, for NUL, and for
    ///   bytes outside ASCII that were not encoded.
    static func decode(_ piece: Substring.UTF8View, plusIsSpace: Bool = false) -> String? {
        let needsWork = piece.contains {
            $0 == percent || $0 == 0 || $0 >= 0x80 || (plusIsSpace && $0 == plus)
        }
        return needsWork ? decodeSlowly(piece, plusIsSpace: plusIsSpace) : String(piece)
    }

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")

    private static func decodeSlowly(_ piece: Substring.UTF8View, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        var rest = piece[...]
        while let byte = rest.popFirst() {
            switch byte {
            case percent:
                guard let high = rest.popFirst().flatMap(hexadecimal),
                    let low = rest.popFirst().flatMap(hexadecimal)
                else { return nil }
                decoded.append(high << 4 | low)
            case plus where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            case 0x80...:
                return nil
            default:
                decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
