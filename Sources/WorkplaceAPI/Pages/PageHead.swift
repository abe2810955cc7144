/// The files that the head of a page names, and the page with the joined ones in their place.
///
/// A style sheet or script stands on a line of its own:
///
/// ```html
/// <link rel="stylesheet" href="/assets/Cafes/styles/board.css">
/// <script nonce="{{#nonce}}" type="module" src="/assets/Cafes/board-page.js"></script>
/// ```
struct PageHead: Sendable {
    /// Where browsers load files from.
    static let assets = "/assets/"
    private static let sheet = (before: #"<link rel="stylesheet" href="/assets/"#, after: #"">"#)
    private static let script = (
        before: #"<script nonce="\#(PageTemplate.nonceMark)" type="module" src="/assets/"#,
        after: #""></script>"#
    )

    /// The paths of the style sheets, in the order of the page.
    private(set) var styleSheets: [String] = []
    /// The paths of the modules, in the order of the page.
    private(set) var modules: [String] = []
    /// The template with one style sheet and one script.
    private(set) var template: PageTemplate

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - template: The page as its file has it.
    ///   - name: The name of its joined files.
    ///   - version: What their addresses name.
    ///   - file: What to call the page in messages.
    ///   - hasMessages: Whether some modules show texts of a catalogue.
    /// - Throws: ``WebFilesError/head(file:)`` for a module or a style sheet that does not stand on its own line.
    init(
        _ template: PageTemplate, name: String, version: String, file: String, hasMessages: ([String]) -> Bool
    ) throws(WebFilesError) {
        self.template = template
        var lines: [String] = []
        var sheetLine: Int?
        var scriptLine: Int?
        for line in template.markedText.split(separator: "\n", omittingEmptySubsequences: false) {
            let hasAssets = line.hasBytes(of: "/assets/")
            if hasAssets, let path = Self.path(in: line, Self.sheet) {
                styleSheets.append(path)
                if sheetLine == nil {
                    sheetLine = lines.count
                    lines.append("")
                }
            } else if hasAssets, let path = Self.path(in: line, Self.script) {
                modules.append(path)
                // The modules run when the page is read, so that one place is as good as the other.
                if scriptLine == nil {
                    scriptLine = lines.count
                    lines.append("")
                }
            } else {
                lines.append(
                    hasAssets
                        ? String(line).replacing(#"="/assets/"#, with: #"="/assets/\#(version)/"#)
                        : String(line))
                guard !line.hasBytes(of: #"rel="stylesheet""#), !line.hasBytes(of: #"type="module""#) else {
                    throw .head(file: file)
                }
            }
        }
        let joined = "\(Self.assets)\(version)/joined/\(name)"
        if let sheetLine { lines[sheetLine] = #"  <link rel="stylesheet" href="\#(joined).css">"# }
        if let scriptLine {
            let messages =
                #"<link rel="preload" as="fetch" crossorigin href="\#(joined).\#(PageTemplate.languageMark).json" id="messages">"#
            lines[scriptLine] =
                (hasMessages(modules) ? "  \(messages)\n" : "")
                + #"  <script nonce="\#(PageTemplate.nonceMark)" type="module" src="\#(joined).js"></script>"#
        }
        self.template = template.replacingText(with: lines.joined(separator: "\n"))
    }

    private static func path(in line: Substring, _ tag: (before: String, after: String)) -> String? {
        let tagText = line.drop { $0 == " " }
        guard tagText.hasPrefix(tag.before), tagText.hasSuffix(tag.after) else { return nil }
        return String(tagText.dropFirst(tag.before.count).dropLast(tag.after.count))
    }
}

extension PageTemplate {
    /// Stands for the nonce in ``markedText``.
    static let nonceMark = "\u{F0000}"
    /// Stands for the language in ``markedText``.
    static let languageMark = "\u{F0001}"
    private static let firstOtherMark: UInt32 = 0xF0002

    /// The page as one text, with a private character for each part that is none.
    var markedText: String {
        var text = ""
        for (number, part) in parts.enumerated() {
            switch part {
            case .literal(let literal): text += literal
            case .nonce: text += Self.nonceMark
            case .language: text += Self.languageMark
            default: text.unicodeScalars.append(Self.mark(number))
            }
        }
        return text
    }

    private static func mark(_ number: Int) -> Unicode.Scalar {
        Unicode.Scalar(firstOtherMark + UInt32(number)) ?? "\u{FFFFD}"
    }

    /// The template of another text with the same characters.
    func replacingText(with text: String) -> PageTemplate {
        var parts: [Part] = []
        var literal = ""
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0xF0000 else {
                literal.unicodeScalars.append(scalar)
                continue
            }
            parts.append(.literal(literal[...]))
            literal = ""
            switch String(scalar) {
            case Self.nonceMark: parts.append(.nonce)
            case Self.languageMark: parts.append(.language)
            default: parts.append(self.parts[Int(scalar.value - Self.firstOtherMark)])
            }
        }
        return PageTemplate(parts: parts + [.literal(literal[...])])
    }
}
