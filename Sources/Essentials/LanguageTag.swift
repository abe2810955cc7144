/// A language tag of BCP 47 (RFC 5646), such as `ja`, `zh-Hant-TW` or `es-419`.
///
/// Its form is checked, but not whether it is in the registry. Extended languages, grandfathered tags and
/// tags that have only private parts are refused, because there are no translations for them. The withdrawn
/// codes `iw`, `in` and `ji` become `he`, `id` and `yi`.
public struct LanguageTag: Hashable, Sendable {
    /// The language in lower case, such as `ja`.
    public let language: String
    /// The script with a capital, such as `Hant`, when given.
    public let script: String?
    /// The region in capitals or digits, such as `TW` or `419`, when given.
    public let region: String?
    /// Variants, extensions and private parts, in lower case and as given.
    public let otherSubtags: [String]

    /// Reads a tag; `nil` when the text does not have the form of a tag.
    public init?(_ text: String) {
        // The lower case of some letters beyond ASCII is an ASCII letter.
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var subtags = text.split(separator: "-", omittingEmptySubsequences: false)[...].map {
            $0.lowercased()
        }[...]
        guard subtags.allSatisfy(Self.isSubtag), let first = subtags.popFirst(),
            (2...3).contains(first.utf8.count) || (5...8).contains(first.utf8.count), first.isLetters
        else { return nil }
        language = Self.currentCodes[first] ?? first
        script = Self.take(from: &subtags) { $0.utf8.count == 4 && $0.isLetters }?.capitalized
        region = Self.take(from: &subtags) { $0.isRegion }?.uppercased()
        otherSubtags = Array(subtags)
        guard Self.areOrdered(otherSubtags) else { return nil }
    }

    private static let currentCodes = ["iw": "he", "in": "id", "ji": "yi"]

    private static func isSubtag(_ text: String) -> Bool {
        (1...8).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    }

    private static func take(from subtags: inout ArraySlice<String>, if matches: (String) -> Bool) -> String?
    {
        guard let first = subtags.first, matches(first) else { return nil }
        return subtags.popFirst()
    }

    /// Checks variants, then extensions, then private parts: each single letter needs another part after it.
    private static func areOrdered(_ subtags: [String]) -> Bool {
        let rest = subtags.drop { $0.isVariant }
        let extensions = rest.prefix { $0 != "x" }
        let isPrivatePartComplete = rest.count - extensions.count != 1
        guard let first = extensions.first, let last = extensions.last else { return isPrivatePartComplete }
        let areFilled = zip(extensions, extensions.dropFirst()).allSatisfy {
            !$0.isSingleton || !$1.isSingleton
        }
        return first.isSingleton && !last.isSingleton && areFilled && isPrivatePartComplete
    }
}

extension LanguageTag: LosslessStringConvertible {
    /// The tag with the usual capitals, such as `zh-Hant-TW`.
    public var description: String {
        if script == nil, region == nil, otherSubtags.isEmpty { return language }
        return ([language, script, region].compactMap { $0 } + otherSubtags).joined(separator: "-")
    }
}

extension String {
    fileprivate var isLetters: Bool { utf8.allSatisfy(\.isLetter) }

    fileprivate var isRegion: Bool {
        (utf8.count == 2 && isLetters) || (utf8.count == 3 && utf8.allSatisfy(\.isDigit))
    }

    /// Five to eight letters or digits, or four that begin with a digit.
    fileprivate var isVariant: Bool {
        (5...8).contains(utf8.count) || (utf8.count == 4 && utf8.first?.isDigit == true)
    }

    fileprivate var isSingleton: Bool { utf8.count == 1 }

    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension LanguageTag {
    /// Whether the language is written from right to left, by its script or by the one that is usual for it.
    public var isRightToLeft: Bool {
        if let script { return ["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm"].contains(script) }
        return ["ar", "fa", "he", "ps", "sd", "ug", "ur", "yi", "dv"].contains(language)
    }
}
