/// The 16 bytes that identify the beacons of one organisation, without Foundation.
///
/// The bytes are in the order of transmission, most significant first.
public struct ProximityUUID: Hashable, Comparable, Sendable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Makes a UUID from its two halves, most significant first.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses 32 hexadecimal digits in upper or lower case, in groups of 8-4-4-4-12 or without hyphens.
    public init?(_ text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        var hyphens = 0
        for (offset, byte) in text.utf8.enumerated() {
            if byte == UInt8(ascii: "-") {
                guard Self.hyphenOffsets.contains(offset) else { return nil }
                hyphens += 1
                continue
            }
            guard digits < 32, let digit = hexadecimalValue(of: byte) else { return nil }
            if digits < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            digits += 1
        }
        guard digits == 32, hyphens == 0 || hyphens == Self.hyphenOffsets.count else { return nil }
        self.init(high: halves.0, low: halves.1)
    }

    private static let hyphenOffsets = [8, 13, 18, 23]

    /// Compares byte by byte, in the order of transmission.
    public static func < (left: ProximityUUID, right: ProximityUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension ProximityUUID: CustomStringConvertible {
    /// Upper-case digits in groups of 8-4-4-4-12.
    public var description: String {
        var text = ""
        text.reserveCapacity(36)
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 { text.append("-") }
            let half = digit < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit % 16))) & 0xF
            text.unicodeScalars.append(hexadecimalDigit(value))
        }
        return text
    }
}

private func hexadecimalValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}

/// The upper-case digit of a value below 16.
func hexadecimalDigit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
}
