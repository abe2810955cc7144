/// One label in several languages, with at least one text.
public struct LocalizedText: Sendable {
    /// The storage that all copies share: each line of an order has labels, and a copy should cost one
    /// reference.
    private final class Content: Sendable {
        let defaultLanguage: LanguageTag
        let defaultText: String
        let texts: [LanguageTag: String]
        let labels: [Label]

        init(defaultLanguage: LanguageTag, defaultText: String, texts: [LanguageTag: String]) {
            self.defaultLanguage = defaultLanguage
            self.defaultText = defaultText
            self.texts = texts
            let others = texts.filter { $0.key != defaultLanguage }.map {
                Label(tag: $0.description, text: $1)
            }
            labels =
                [Label(tag: defaultLanguage.description, text: defaultText)]
                + others.sorted { $0.tag < $1.tag }
        }
    }

    /// A text, with its language as a tag.
    public struct Label: Sendable {
        /// The language, such as `pt-BR`.
        public let tag: String
        /// The text.
        public let text: String
    }

    private let content: Content

    /// The language to use when there is no text in any of a person's languages.
    public var defaultLanguage: LanguageTag { content.defaultLanguage }
    /// The texts by language, including the default language.
    public var texts: [LanguageTag: String] { content.texts }
    /// The texts: first the text of the default language, then the others, sorted by tag.
    public var labels: [Label] { content.labels }

    /// Makes a label.
    ///
    /// - Parameters:
    ///   - texts: The texts by language.
    ///   - defaultLanguage: The language to fall back to.
    /// - Throws: ``LocalizedTextError/missingDefault(_:)`` when the default language has no text, and
    ///   ``LocalizedTextError/emptyText(_:)`` when a text is empty or only white space.
    public init(
        _ texts: [LanguageTag: String], defaultLanguage: LanguageTag
    ) throws(LocalizedTextError) {
        guard let defaultText = texts[defaultLanguage] else { throw .missingDefault(defaultLanguage) }
        let empty = texts.filter { $0.value.allSatisfy(\.isWhitespace) }.keys
        if let first = empty.min(by: { $0.description < $1.description }) { throw .emptyText(first) }
        content = Content(defaultLanguage: defaultLanguage, defaultText: defaultText, texts: texts)
    }

    /// The text in exactly this language, if there is one.
    public subscript(language: LanguageTag) -> String? {
        // Most requests are for the default language, which needs no search.
        language == content.defaultLanguage ? content.defaultText : content.texts[language]
    }

    /// Returns the text in the best of a person's languages, or in the default language.
    ///
    /// - Parameter preferences: The person's languages, best first.
    /// - Returns: The text; never empty.
    public func text(for preferences: [LanguageTag]) -> String {
        guard let first = preferences.first else { return content.defaultText }
        if let text = self[first] { return text }
        let available = texts.keys.sorted { $0.description < $1.description }
        let language = LanguageNegotiation.best(of: available, for: preferences)
        return language.flatMap { texts[$0] } ?? content.defaultText
    }
}

extension LocalizedText: Hashable {
    /// Tells whether both have the same texts and the same default language.
    public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
        left.content === right.content
            || left.defaultLanguage == right.defaultLanguage && left.texts == right.texts
    }

    /// Feeds the default language and the texts into a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(defaultLanguage)
        hasher.combine(texts)
    }
}

/// Why texts cannot make a label.
public enum LocalizedTextError: Error, Hashable, Sendable {
    /// The default language has no text.
    case missingDefault(LanguageTag)
    /// The text of this language has nothing but white space.
    case emptyText(LanguageTag)
}
