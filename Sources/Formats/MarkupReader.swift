/// Reads the subset of XML 1.0 that track files use, tag by tag.
///
/// It accepts only UTF-8, one root and matching tags, and no document type. Comments and processing
/// instructions are skipped. Array accesses are checked, so no input can make it read beyond the bytes.
struct MarkupReader: Sendable {
    enum Event: Equatable {
        case start(name: String, attributes: [String: String])
        case end(name: String)
        case text(String)
    }

    static let maximumDepth = 64

    var cursor: ByteCursor
    private var open: [String] = []
    private var hasRoot = false
    /// The pending end of an element that was written as a single tag.
    private var pendingEnd: String?

    init(_ bytes: [UInt8]) {
        cursor = ByteCursor(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.offset = 3 }
    }

    /// Reads the next event; `nil` at the end of the document.
    mutating func next() throws(RecordingError) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return close(name)
        }
        while !cursor.isAtEnd {
            let start = cursor.offset
            guard cursor.peek() == UInt8(ascii: "<") else {
                if let text = try text() { return .text(text) }
                continue
            }
            if let event = try markup(at: start) { return event }
        }
        guard hasRoot, open.isEmpty else { throw cursor.cut(from: cursor.offset) }
        return nil
    }

    private mutating func markup(at start: Int) throws(RecordingError) -> Event? {
        if cursor.skip("<?") {
            try instruction(from: start)
        } else if cursor.skip("<!--") {
            guard cursor.skip(through: "-->") else { throw cursor.cut(from: start) }
        } else if cursor.skip("<![CDATA[") {
            return .text(try characterData(from: start))
        } else if cursor.skip("<!DOCTYPE") {
            throw cursor.failure(.documentType, at: start)
        } else if cursor.skip("</") {
            return try endTag(from: start)
        } else if cursor.restIsBeginning(of: ["<!--", "<![CDATA[", "<!DOCTYPE"]) {
            throw cursor.cut(from: start)
        } else {
            return try startTag(from: start)
        }
        return nil
    }

    // MARK: - Tags

    private mutating func startTag(from start: Int) throws(RecordingError) -> Event {
        cursor.offset += 1
        let name = try cursor.name(from: start)
        guard !hasRoot || !open.isEmpty else { throw cursor.failure(.unexpectedCharacter, at: start) }
        guard open.count < Self.maximumDepth else { throw cursor.failure(.tooDeep, at: start) }
        let attributes = try attributes(from: start)
        if cursor.skip("/") { pendingEnd = name }
        try cursor.expect(">", from: start)
        hasRoot = true
        open.append(name)
        return .start(name: name, attributes: attributes)
    }

    private mutating func attributes(from start: Int) throws(RecordingError) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let hasSpace = cursor.skipSpace()
            guard let byte = cursor.peek() else { throw cursor.cut(from: start) }
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return attributes }
            let place = cursor.offset
            guard hasSpace else { throw cursor.failure(.unexpectedCharacter, at: place) }
            let name = try cursor.name(from: start)
            _ = cursor.skipSpace()
            try cursor.expect("=", from: start)
            _ = cursor.skipSpace()
            let value = try quotedValue(from: start)
            guard attributes.updateValue(value, forKey: name) == nil else {
                throw cursor.failure(.duplicateAttribute, at: place)
            }
        }
    }

    private mutating func quotedValue(from start: Int) throws(RecordingError) -> String {
        guard let quote = cursor.peek() else { throw cursor.cut(from: start) }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw cursor.failure(.unexpectedCharacter, at: cursor.offset)
        }
        cursor.offset += 1
        let place = cursor.offset
        guard let end = cursor.bytes[place...].firstIndex(of: quote) else { throw cursor.cut(from: start) }
        guard let mark = cursor.bytes[place..<end].firstIndex(of: UInt8(ascii: "<")) else {
            cursor.offset = end + 1
            return try cursor.decoded(place..<end)
        }
        throw cursor.failure(.unexpectedCharacter, at: mark)
    }

    private mutating func endTag(from start: Int) throws(RecordingError) -> Event {
        let name = try cursor.name(from: start)
        _ = cursor.skipSpace()
        try cursor.expect(">", from: start)
        guard open.last == name else { throw cursor.failure(.wrongEndTag, at: start) }
        return close(name)
    }

    private mutating func close(_ name: String) -> Event {
        open.removeLast()
        return .end(name: name)
    }

    // MARK: - Text and skipped parts

    /// Reads text up to the next tag; blanks outside the root are skipped.
    private mutating func text() throws(RecordingError) -> String? {
        let start = cursor.offset
        let end = cursor.bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? cursor.bytes.count
        guard open.isEmpty else {
            // Text that ends without a tag may end within a character or a reference.
            guard end < cursor.bytes.count else { throw cursor.cut(from: start) }
            cursor.offset = end
            return try cursor.decoded(start..<end)
        }
        _ = cursor.skipSpace()
        guard cursor.offset == end else { throw cursor.failure(.unexpectedCharacter, at: cursor.offset) }
        return nil
    }

    private mutating func characterData(from start: Int) throws(RecordingError) -> String {
        guard !open.isEmpty else { throw cursor.failure(.unexpectedCharacter, at: start) }
        let place = cursor.offset
        guard cursor.skip(through: "]]>") else { throw cursor.cut(from: start) }
        return try cursor.text(place..<cursor.offset - 3)
    }

    /// Skips an instruction; the first one may name an encoding, which must be UTF-8.
    private mutating func instruction(from start: Int) throws(RecordingError) {
        let place = cursor.offset
        guard cursor.skip(through: "?>") else { throw cursor.cut(from: start) }
        let text = try cursor.text(place..<cursor.offset - 2)
        guard text.hasPrefix("xml "), let encoding = text.split(separator: "encoding").dropFirst().first
        else {
            return
        }
        let name = encoding.drop { " =\"'\t\r\n".contains($0) }.prefix { !"\"' ".contains($0) }
        guard ["utf-8", "us-ascii"].contains(name.lowercased()) else {
            throw cursor.failure(.notUTF8, at: start)
        }
    }
}
