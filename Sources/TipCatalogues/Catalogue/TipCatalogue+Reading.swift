public import JSON
import TipCore
import TipRules

extension JSONMistake.Code {
    /// A name occurs twice.
    public static let duplicate: JSONMistake.Code = "duplicate"
    /// A name is used that the catalogue does not declare.
    public static let unknownName: JSONMistake.Code = "unknown-name"
    /// A rule cannot be read or evaluated.
    public static let rule: JSONMistake.Code = "rule"
    /// A text lacks the fallback, or is in a language that the catalogue does not list.
    public static let language: JSONMistake.Code = "language"
}

extension TipCatalogue {
    /// Reads a catalogue from the text of a file.
    ///
    /// - Throws: `JSONDocumentError` with every mistake; each has a path, a stable code and a reason.
    /// - Complexity: O(*n*) in the number of bytes, times the number of declared names for each used name.
    public init(reading bytes: [UInt8]) throws(JSONDocumentError) {
        self = try JSONDocumentError.read(bytes) { Self($0) }
    }

    /// Reads a catalogue within a larger text; `nil` after a mistake, which the reader has noted.
    public init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: [
            "$schema", "format", "name", "languages", "fallback", "displayFrequency", "parameters", "events",
            "groups",
            "tips",
        ])
        let isOurs: Void? = reader["format"].text(
            as: { $0 == Self.format ? () : nil }, "must be \(Self.format)")
        let name = reader["name"].line(length: 1...200)
        let languages = Self.languages(reader["languages"])
        let fallback = reader["fallback"].text(
            as: { text in
                let fallback = Self.normalised(text)
                return languages?.contains(fallback) ?? true ? fallback : nil
            }, "must be one of the languages")
        // Reading continues after a mistake, to report the mistakes of the rest too.
        self.init(name: name ?? "", languages: languages ?? [], fallback: fallback ?? "")
        if let frequency = reader["displayFrequency"].optional {
            displayFrequency =
                frequency.text(
                    as: { name in Tips.DisplayFrequency.allCases.first { $0.name == name } },
                    "must be immediate, hourly, daily, weekly or monthly") ?? .immediate
        }
        let reading = CatalogueReading(catalogue: self, languages: languages, fallback: fallback)
        let catalogue = reading.read(reader)
        guard let catalogue, isOurs != nil, name != nil, languages != nil, fallback != nil else { return nil }
        self = catalogue
    }

    private static func languages(_ reader: JSONReader) -> [String]? {
        let languages = reader.names(count: 1...50, isLanguage, "must be a language such as de-CH")?.map {
            normalised($0)
        }
        guard let languages else { return nil }
        guard Set(languages).count == languages.count else {
            reader.note(.duplicate, "has a language twice; case does not count")
            return nil
        }
        return languages
    }

    /// A language tag in the usual case, such as `de-Latn-CH`; the case has no meaning.
    static func normalised(_ language: String) -> String {
        language.split(separator: "-", omittingEmptySubsequences: false).enumerated().map { place, part in
            let lower = part.lowercased()
            if place == 0 { return lower }
            if part.utf8.count == 2 { return part.uppercased() }
            return part.utf8.count == 4 ? lower.prefix(1).uppercased() + lower.dropFirst() : lower
        }.joined(separator: "-")
    }

    /// Whether a text has the form of a BCP 47 tag, such as `de-CH`.
    public static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), parts.count <= 8 else { return false }
        return first.allSatisfy(\.isLetter)
            && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit } }
    }

    /// Whether a text is a name: ASCII letters and digits, and `.`, `_`, `-`.
    static func isName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2E, 0x5F, 0x2D].contains($0) }
    }

    static let nameRule = "must have 1 to 128 letters, digits, dots, hyphens or underscores"
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension JSONReader {
    /// Reads a list of different texts that all pass a test.
    func names(
        count: ClosedRange<Int> = 1...1_000, _ isRight: (String) -> Bool = TipCatalogue.isName,
        _ reason: String = TipCatalogue.nameRule
    ) -> [String]? {
        var seen: Set<String> = []
        return array(count: count) { reader in
            let name = reader.text(as: { isRight($0) ? $0 : nil }, reason)
            guard let name else { return nil }
            guard seen.insert(name).inserted else {
                reader.note(.duplicate, "occurs twice")
                return nil
            }
            return name
        }
    }

    /// Reads named elements from the members of an object; empty when the object is missing.
    func named<Element>(_ read: (String, JSONReader) -> Element?) -> [Element]? {
        guard let reader = optional else { return [] }
        return reader.members { name, reader in
            guard TipCatalogue.isName(name) else {
                reader.note(.value, "has a name that \(TipCatalogue.nameRule)")
                return nil
            }
            return read(name, reader)
        }
    }

    /// Reads a text for display, without control characters.
    func line(length: ClosedRange<Int>) -> String? {
        guard let text = string(length: length) else { return nil }
        guard let scalar = text.obeyedScalar else {
            if text.isPlainLine { return text }
            note(.value, "must not have more than \(String.combiningMarksAtMost) combining marks in a row")
            return nil
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        note(.value, "must not have characters that a screen obeys, such as line breaks: U+\(code)")
        return nil
    }

    /// Reads the note for authors.
    func about() -> String? { self["about"].optional?.string(length: 1...2_000) }

    /// Reads former names.
    func formerly(_ name: String) -> [String] {
        guard let names = self["formerly"].optional?.names() else { return [] }
        if names.contains(name) { self["formerly"].note(.duplicate, "has the present name") }
        return names
    }
}
