/// Reads the lines of a PO file into entries.
///
/// Source: the GNU gettext manual, section "The Format of PO Files". Obsolete entries (`#~`) and comments are skipped.
///
/// It reads bytes, not characters: all that has a meaning in a PO file is ASCII, and each start of a server reads the
/// catalogues of all its languages. It reads them through a buffer, because an array's subscript takes most of a start in a debug
/// build.
struct PortableObjectParser {
    /// The text, which lives as long as the call of ``entries(of:)``.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var entries: [PortableObjectEntry] = []
    private var entry = PortableObjectEntry()
    private var part: PortableObjectEntry.Part?
    private var line = 0

    /// The entries of a file, in its order.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    static func entries(of text: String) throws(MessageCatalogueError) -> [PortableObjectEntry] {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(MessageCatalogueError) in
            var parser = PortableObjectParser(bytes: bytes)
            try parser.readLines()
            parser.endEntry()
            return parser.entries
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func readLines() throws(MessageCatalogueError) {
        var start = 0
        while start < bytes.count {
            line += 1
            var end = start
            while end < bytes.count, bytes[end] != Self.newline { end += 1 }
            // The carriage return of Windows is a blank at the end of a line.
            try read(start..<end)
            start = end + 1
        }
    }

    private mutating func read(_ wholeLine: Range<Int>) throws(MessageCatalogueError) {
        let line = withoutBlanks(wholeLine)
        guard let first = line.first else { return }
        switch bytes[first] {
        case UInt8(ascii: "#"): readComment(line)
        case Self.quotationMark:
            guard let part else { throw failure(.misplaced("a text")) }
            entry.append(try text(line), to: part)
        default: try readKeyword(line)
        }
    }

    private mutating func readComment(_ line: Range<Int>) {
        let kind = line.count > 1 ? bytes[line.lowerBound + 1] : 0
        if kind == UInt8(ascii: "~") { return }
        if entry[.form(0)] != nil { endEntry() }
        if kind == UInt8(ascii: ":") {
            entry.references += string(line.dropFirst(2))
        }
        guard kind == UInt8(ascii: ",") else { return }
        let flags = bytes[line.dropFirst(2)].split(separator: UInt8(ascii: ","))
        if flags.contains(where: { string(withoutBlanks($0.startIndex..<$0.endIndex)) == "fuzzy" }) {
            entry.isFuzzy = true
        }
    }

    private mutating func readKeyword(_ line: Range<Int>) throws(MessageCatalogueError) {
        var end = line.lowerBound
        while end < line.upperBound, !isBlank(bytes[end]), bytes[end] != Self.quotationMark { end += 1 }
        let keyword = string(line.lowerBound..<end)
        guard let part = Self.part(of: keyword) else { throw failure(.unknownLine) }
        if entry.isFollowed(by: part) { endEntry() }
        guard entry[part] == nil, isInOrder(part) else { throw failure(.misplaced(keyword)) }
        if part == .id { entry.line = self.line }
        self.part = part
        entry.append(try text(withoutBlanks(end..<line.upperBound)), to: part)
    }

    private func isInOrder(_ part: PortableObjectEntry.Part) -> Bool {
        switch part {
        case .context: entry[.id] == nil
        case .id: true
        case .plural: entry[.id] != nil && entry[.form(0)] == nil
        case .form: entry[.id] != nil
        }
    }

    private static func part(of keyword: String) -> PortableObjectEntry.Part? {
        switch keyword {
        case "msgctxt": .context
        case "msgid": .id
        case "msgid_plural": .plural
        case "msgstr": .form(0)
        default:
            keyword.hasPrefix("msgstr[") && keyword.hasSuffix("]")
                ? Int(decimalDigits: Array(keyword.utf8.dropFirst(7).dropLast())[...]).map { .form($0) } : nil
        }
    }

    private mutating func endEntry() {
        if !entry.texts.isEmpty { entries.append(entry) }
        entry = PortableObjectEntry()
        part = nil
    }

    /// Reads a text in quotation marks that fills the rest of the line, which has no blanks around it.
    private func text(_ quoted: Range<Int>) throws(MessageCatalogueError) -> String {
        guard let first = quoted.first, bytes[first] == Self.quotationMark else {
            throw failure(.invalidText)
        }
        var text = ""
        // The part since the last escape.
        var start = first + 1
        var position = start
        while position < quoted.upperBound {
            switch bytes[position] {
            case Self.quotationMark:
                guard position + 1 == quoted.upperBound else { throw failure(.invalidText) }
                let rest = string(start..<position)
                return text.isEmpty ? rest : text + rest
            case UInt8(ascii: "\\"):
                text += string(start..<position)
                position += 1
                guard position < quoted.upperBound else { throw failure(.invalidEscape) }
                text.unicodeScalars.append(try escape(bytes[position]))
                start = position + 1
            default: break
            }
            position += 1
        }
        throw failure(.invalidText)
    }

    private func escape(_ letter: UInt8) throws(MessageCatalogueError) -> Unicode.Scalar {
        switch letter {
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "r"): "\r"
        case Self.quotationMark: "\""
        case UInt8(ascii: "\\"): "\\"
        default: throw failure(.invalidEscape)
        }
    }

    private func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while start < end, isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func failure(_ reason: MessageCatalogueError.Reason) -> MessageCatalogueError {
        MessageCatalogueError(line: line, reason: reason)
    }

    private static var newline: UInt8 { 0x0A }
    private static var quotationMark: UInt8 { UInt8(ascii: "\"") }
}
