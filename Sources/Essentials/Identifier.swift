/// A name that identifies one thing for as long as the thing exists.
///
/// The type parameter keeps identifiers of different things apart at compile time and has no other meaning.
/// Identifiers are 1 to 64 characters of `a`–`z`, `0`–`9` and `-`, and begin with a letter or a digit, so that
/// they can stand in a path, a file name and an event without escaping.
public struct Identifier<Owner>: Hashable, Sendable {
    /// The characters of the identifier.
    public let rawValue: String

    /// Makes an identifier from a valid text.
    ///
    /// - Parameter rawValue: The text to check.
    ///   The result is `nil` when the text is empty, too long, or has a character that identifiers do not have.
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ rawValue: String) {
        guard Self.isValid(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    /// Makes an identifier with the same characters as that of another kind of thing.
    public init<Other>(sameAs other: Identifier<Other>) { rawValue = other.rawValue }

    private static func isValid(_ bytes: String.UTF8View) -> Bool {
        guard let first = bytes.first, first != UInt8(ascii: "-"), bytes.count <= 64 else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}

extension Identifier: CustomStringConvertible {
    /// The characters of the identifier.
    public var description: String { rawValue }
}

extension Identifier: Comparable {
    /// Orders identifiers by their bytes.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Identifier {
    /// Makes an identifier that sorts by its time of creation and cannot be guessed.
    ///
    /// The form is that of a ULID in lower case: 48 bits of milliseconds and 80 random bits in Crockford's base 32.
    ///
    /// - Parameters:
    ///   - time: The time of creation.
    ///   - generator: The source of the 80 random bits; use the system's generator for an identifier that
    ///     must not be guessed.
    public init(at time: Timestamp, using generator: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(max(0, time.millisecondsSinceEpoch)) & 0xFFFF_FFFF_FFFF
        let high = generator.next() >> 24
        let low = generator.next() >> 24
        rawValue = String(unsafeUninitializedCapacity: 26) { buffer in
            Self.write(milliseconds, digits: 10, to: buffer, at: 0)
            Self.write(high, digits: 8, to: buffer, at: 10)
            Self.write(low, digits: 8, to: buffer, at: 18)
            return 26
        }
    }

    private static func write(
        _ value: UInt64, digits: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
    ) {
        var rest = value
        for position in (start..<start + digits).reversed() {
            buffer[position] = crockfordDigit(UInt8(rest & 31))
            rest >>= 5
        }
    }

    /// Crockford's alphabet leaves out `i`, `l`, `o` and `u`.
    private static func crockfordDigit(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<10: UInt8(ascii: "0") + value
        case 10..<18: UInt8(ascii: "a") + value - 10
        case 18..<20: UInt8(ascii: "j") + value - 18
        case 20..<22: UInt8(ascii: "m") + value - 20
        case 22..<27: UInt8(ascii: "p") + value - 22
        default: UInt8(ascii: "v") + value - 27
        }
    }
}
