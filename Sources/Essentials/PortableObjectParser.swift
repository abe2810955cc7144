/// Reads the lines of a PO file into entries.
///
/// Source: the GNU gettext manual, section "The Format of PO Files". Obsolete entries (`#~`) and comments are skipped.
struct PortableObjectParser {
    private var entries: [PortableObjectEntry] = []
    private var entry = PortableObjectEntry()
    private var part: PortableObjectEntry.Part?
    private var line = 0

    static func entries(of text: String) throws(MessageCatalogueError) -> [PortableObjectEntry] {
        var parser = PortableObjectParser()
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            parser.line += 1
            try parser.read(line)
        }
        parser.endEntry()
        return parser.entries
    }

    private mutating func read(_ rawLine: Substring) throws(MessageCatalogueError) {
        let line = rawLine.drop(while: \.isWhitespace)
        switch line.unicodeScalars.first {
        case nil: break
        case "#": readComment(line)
        case "\"":
            guard let part else { throw failure(.misplaced("a text")) }
            entry.append(try text(line), to: part)
        default: try readKeyword(line)
        }
    }

    private mutating func readComment(_ line: Substring) {
        if line.hasPrefix("#~") { return }
        if entry[.form(0)] != nil { endEntry() }
        guard line.hasPrefix("#,") else { return }
        let flags = line.dropFirst(2).split(separator: ",")
        if flags.contains(where: { $0.filter { !$0.isWhitespace } == "fuzzy" }) { entry.isFuzzy = true }
    }

    private mutating func readKeyword(_ line: Substring) throws(MessageCatalogueError) {
        let keyword = line.prefix { $0.isASCII && !$0.isWhitespace && $0 != "\"" }
        guard let part = Self.part(of: keyword) else { throw failure(.unknownLine) }
        if entry.isFollowed(by: part) { endEntry() }
        guard entry[part] == nil, isInOrder(part) else { throw failure(.misplaced(String(keyword))) }
        if part == .id { entry.line = self.line }
        self.part = part
        entry.append(try text(line.dropFirst(keyword.count)), to: part)
    }

    private func isInOrder(_ part: PortableObjectEntry.Part) -> Bool {
        switch part {
        case .context: entry[.id] == nil
        case .id: true
        case .plural: entry[.id] != nil && entry[.form(0)] == nil
        case .form: entry[.id] != nil
        }
    }

    private static func part(of keyword: Substring) -> PortableObjectEntry.Part? {
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

    /// Reads a text in quotation marks that fills the rest of the line.
    ///
    /// It compares code points, because a combining mark would hide the quotation mark or escape before it.
    private func text(_ quoted: Substring) throws(MessageCatalogueError) -> String {
        var rest = quoted.drop(while: \.isWhitespace).unicodeScalars
        guard rest.popFirst() == "\"" else { throw failure(.invalidText) }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                guard rest.allSatisfy(\.properties.isWhitespace) else { throw failure(.invalidText) }
                return String(text)
            case "\\": text.append(try escape(rest.popFirst()))
            default: text.append(scalar)
            }
        }
        throw failure(.invalidText)
    }

    private func escape(_ letter: Unicode.Scalar?) throws(MessageCatalogueError) -> Unicode.Scalar {
        switch letter {
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "\"": "\""
        case "\\": "\\"
        default: throw failure(.invalidEscape)
        }
    }

    private func failure(_ reason: MessageCatalogueError.Reason) -> MessageCatalogueError {
        MessageCatalogueError(line: line, reason: reason)
    }
}
