/// Writes fields of a header: folded lines, and encoded words for what is not ASCII (RFC 2047).
enum HeaderText {
    /// Lines are folded at this length where there is a space.
    private static let lineLength = 78
    /// A line with an encoded word has at most 76 characters.
    private static let encodedLineLength = 76
    /// `=?UTF-8?B?` and `?=`.
    private static let overhead = 12
    /// The longest piece that stays together, in bytes; a longer one would not fit behind the name of a field.
    private static let pieceLimit = 39
    /// The longest name that is written as it is or in quotation marks, in bytes with backslashes.
    private static let quotedLimit = 60

    /// A field of words, such as the subject.
    static func text(_ name: String, _ value: String) -> String {
        guard !value.isPlainText else { return folded(name, value) }
        return "\(name): " + encodedWords(value, column: name.utf8.count + 2)
    }

    /// A field with an address.
    static func address(_ name: String, _ value: NamedMailAddress) -> String {
        let start = "\(name): "
        guard !value.name.isEmpty else { return start + "\(value.address)" }
        let words = start + displayName(value.name, column: start.utf8.count)
        let address = "<\(value.address)>"
        let line = words.utf8.split(separator: 0x0A).last?.count ?? 0
        let isTooLong = line + 1 + address.utf8.count > lineLength
        return words + (isTooLong ? "\r\n " : " ") + address
    }

    /// A field whose value is ASCII, folded at its spaces.
    static func folded(_ name: String, _ value: String) -> String {
        var text = "\(name):"
        var column = text.utf8.count
        for word in value.split(separator: " ") {
            let isFolded = column + 1 + word.utf8.count > lineLength && column > name.utf8.count + 1
            text += isFolded ? "\r\n \(word)" : " \(word)"
            column = (isFolded ? 0 : column) + 1 + word.utf8.count
        }
        return text
    }

    private static func displayName(_ name: String, column: Int) -> String {
        guard name.isPlainText, name.utf8.count <= quotedLimit else {
            return encodedWords(name, column: column)
        }
        let isPhrase = name.split(separator: " ").allSatisfy { $0.utf8.allSatisfy(\.isOfAtom) }
        if isPhrase { return name }
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        // Behind the name of the field, a quoted string cannot be folded without changing its spaces.
        guard escaped.utf8.count <= quotedLimit else { return encodedWords(name, column: column) }
        return "\"\(escaped)\""
    }

    /// The text as encoded words, each on a line of its own.
    ///
    /// A character is never cut.
    private static func encodedWords(_ text: String, column: Int) -> String {
        var words: [[UInt8]] = [[]]
        var room = encodedLineLength - column - overhead
        for piece in pieces(text) {
            if let last = words.last, !last.isEmpty, (last.count + piece.count + 2) / 3 * 4 > room {
                words.append([])
                room = encodedLineLength - 1 - overhead
            }
            words[words.count - 1] += piece
        }
        return words.map { "=?UTF-8?B?" + String(decoding: Base64.encoded($0), as: UTF8.self) + "?=" }
            .joined(separator: "\r\n ")
    }

    private static func pieces(_ text: String) -> [[UInt8]] {
        text.flatMap { character in
            let bytes = Array(character.utf8)
            guard bytes.count > pieceLimit else { return [bytes] }
            return character.unicodeScalars.map { Array(String($0).utf8) }
        }
    }
}

extension String {
    /// Whether readers see the text as it is: ASCII without what looks like an encoded word, with single spaces between
    /// words that fit into a line.
    fileprivate var isPlainText: Bool {
        isPrintableASCII && !contains("=?")
            && split(separator: " ", omittingEmptySubsequences: false).allSatisfy {
                (1...60).contains($0.utf8.count)
            }
    }
}
