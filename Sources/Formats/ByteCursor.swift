/// A position in the bytes of a text, with small parsing steps.
struct ByteCursor: Sendable {
    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skip(_ text: StaticString) -> Bool {
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes.count - offset >= expected.count,
            bytes[offset..<offset + expected.count].elementsEqual(expected)
        else { return false }
        offset += expected.count
        return true
    }

    /// Moves to the end of the next occurrence of the text; does not move if there is none.
    mutating func skip(through text: StaticString) -> Bool {
        let start = offset
        while offset < bytes.count {
            if skip(text) { return true }
            offset += 1
        }
        offset = start
        return false
    }

    /// Skips spaces, tabs and line ends, and returns whether there were any.
    mutating func skipSpace() -> Bool {
        let start = offset
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
        return offset > start
    }

    /// Whether the bytes end here in the middle of one of the texts.
    func restIsBeginning(of texts: [String]) -> Bool {
        let rest = bytes[offset...]
        return texts.contains { $0.utf8.count > rest.count && $0.utf8.starts(with: rest) }
    }

    mutating func expect(_ mark: Unicode.Scalar, from start: Int) throws(RecordingError) {
        guard let byte = peek() else { throw cut(from: start) }
        guard byte == UInt8(ascii: mark) else { throw failure(.unexpectedCharacter, at: offset) }
        offset += 1
    }

    /// Reads a name; letters beyond ASCII are accepted without a check.
    mutating func name(from start: Int) throws(RecordingError) -> String {
        let place = offset
        guard let first = peek() else { throw cut(from: start) }
        guard Self.isNameStart(first) else { throw failure(.nameExpected, at: place) }
        while let byte = peek(), Self.isNameStart(byte) || Self.isNameRest(byte) { offset += 1 }
        guard !isAtEnd else { throw cut(from: start) }
        return try text(place..<offset)
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private static func isNameRest(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// The bytes of a range as text, without resolving references.
    func text(_ range: Range<Int>) throws(RecordingError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw failure(.notUTF8, at: range.lowerBound)
        }
        return text
    }

    /// The bytes of a range as text, with resolved references.
    func decoded(_ range: Range<Int>) throws(RecordingError) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return try text(range) }
        var result = ""
        var place = range.lowerBound
        while let start = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
            guard let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(of: try text(start + 1..<end))
            else { throw failure(.unknownReference, at: start) }
            result += try text(place..<start)
            result.unicodeScalars.append(character)
            place = end + 1
        }
        return result + (try text(place..<range.upperBound))
    }

    private static func character(of reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard reference.hasPrefix("#") else { return nil }
        let digits = reference.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    func cut(from start: Int) -> RecordingError { RecordingError(.cut(end: bytes.count), offset: start) }

    func failure(_ mistake: MarkupMistake, at offset: Int) -> RecordingError {
        RecordingError(.markup(mistake), offset: offset)
    }
}
