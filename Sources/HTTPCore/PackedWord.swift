/// Up to 24 ASCII letters in lower case, packed so that comparing them costs three comparisons.
///
/// A longer word equals no other word.
struct PackedWord: Equatable, Sendable {
    private var parts: (UInt64, UInt64, UInt64) = (0, 0, 0)
    /// The full length of the word in bytes; only the first 24 bytes are kept.
    private(set) var count = 0

    init() {}

    init(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    mutating func append(_ byte: UInt8) {
        let letter = UInt64(lowercased(byte))
        switch count >> 3 {
        case 0: parts.0 = parts.0 << 8 | letter
        case 1: parts.1 = parts.1 << 8 | letter
        case 2: parts.2 = parts.2 << 8 | letter
        default: break
        }
        count += 1
    }

    static func == (left: PackedWord, right: PackedWord) -> Bool {
        left.count == right.count && left.count <= 24 && left.parts == right.parts
    }
}
