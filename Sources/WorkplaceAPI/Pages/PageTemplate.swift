import Essentials

/// A page with marks for what depends on the language and on the installation.
///
/// `{{Text}}` becomes the translation of the text, escaped for HTML; `{{#language}}` and `{{#direction}}` become the
/// language's tag and `ltr` or `rtl`; `{{#nonce}}` is where each answer puts the nonce of its scripts; what stands between `{{#demo}}` and `{{/demo}}` stays in the demo only;
/// `{{> name}}` becomes another template, which pages share.
struct PageTemplate: Sendable {
    enum Part: Hashable, Sendable {
        case literal(Substring)
        case message(String)
        case language
        case direction
        case nonce
        case demoBegins
        case demoEnds
    }

    let parts: [Part]

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - text: The page with its marks.
    ///   - file: What to call it in messages.
    ///   - shared: The templates that it may name.
    /// - Throws: ``WebFilesError/template(file:mark:)`` for a mark that is not closed or not known.
    init(
        _ text: String, file: String, shared: [String: PageTemplate] = [:]
    ) throws(WebFilesError) {
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.firstRange(ofBytesOf: "{{") {
            parts.append(.literal(rest[..<opening.lowerBound]))
            let inside = rest[opening.upperBound...]
            guard let closing = inside.firstRange(ofBytesOf: "}}") else {
                throw .template(file: file, mark: String(rest[opening.lowerBound...].prefix(40)))
            }
            parts += try Self.parts(of: String(inside[..<closing.lowerBound]), file: file, shared: shared)
            rest = inside[closing.upperBound...]
        }
        parts.append(.literal(rest))
        try Self.checkPairs(of: parts, file: file)
        self.parts = parts
    }

    /// Checks that what is for the demo begins and ends, and does not nest.
    private static func checkPairs(of parts: [Part], file: String) throws(WebFilesError) {
        var isInside = false
        for part in parts {
            switch part {
            case .demoBegins where !isInside: isInside = true
            case .demoEnds where isInside: isInside = false
            case .demoBegins: throw .template(file: file, mark: "{{#demo}}")
            case .demoEnds: throw .template(file: file, mark: "{{/demo}}")
            default: continue
            }
        }
        if isInside { throw .template(file: file, mark: "{{#demo}}") }
    }

    /// Makes a template of parts that were read before.
    init(parts: [Part]) { self.parts = parts }

    private static func parts(
        of mark: String, file: String, shared: [String: PageTemplate]
    ) throws(WebFilesError) -> [Part] {
        guard mark.hasPrefix("> ") else { return [try part(mark, file: file)] }
        guard let template = shared[String(mark.dropFirst(2))] else {
            throw .template(file: file, mark: "{{\(mark)}}")
        }
        return template.parts
    }

    private static func part(_ mark: String, file: String) throws(WebFilesError) -> Part {
        switch mark {
        case "#language": return .language
        case "#direction": return .direction
        case "#nonce": return .nonce
        case "#demo": return .demoBegins
        case "/demo": return .demoEnds
        default:
            guard !mark.hasPrefix("#"), !mark.hasPrefix("/"), !mark.isEmpty else {
                throw .template(file: file, mark: "{{\(mark)}}")
            }
            return .message(mark)
        }
    }

    /// The page in a language, cut where a nonce belongs.
    ///
    /// - Parameters:
    ///   - catalogue: The texts of the language.
    ///   - isDemo: Whether what is for the demo stays.
    ///   - escape: How a text is written in the kind of file that this is.
    /// - Returns: The pieces between the places of the nonce.
    func rendered(
        with catalogue: MessageCatalogue, isDemo: Bool, escape: (String) -> String = \.escapedForHTML
    ) -> [String] {
        var pieces: [String] = []
        var page = ""
        var isLeftOut = false
        for part in parts {
            switch part {
            case .demoBegins: isLeftOut = !isDemo
            case .demoEnds: isLeftOut = false
            case _ where isLeftOut: continue
            case .literal(let text): page += text
            case .message(let id): page += escape(catalogue.text(id))
            case .language: page += catalogue.language.description
            case .nonce:
                pieces.append(page)
                page = ""
            case .direction: page += catalogue.language.isRightToLeft ? "rtl" : "ltr"
            }
        }
        return pieces + [page]
    }
}

extension String {
    /// The text with the five characters that HTML takes for its own replaced.
    var escapedForHTML: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
