/// One label in several languages, never without a text.
public struct LocalizedText: Hashable, Sendable {
    /// The language whose text is shown when none of a person's languages is there.
    public let defaultLanguage: LanguageTag
    /// The texts by language; one of them is of the default language.
    public let texts: [LanguageTag: String]
    private let defaultText: String

    /// Makes a label.
    ///
    /// - Parameters:
    ///   - texts: The texts by language.
    ///   - defaultLanguage: The language to fall back to.
    /// - Throws: ``LocalizedTextError/missingDefault(_:)`` when the default language has no text, and
    ///   ``LocalizedTextError/emptyText(_:)`` when a text has nothing but white space.
    public init(
        _ texts: [LanguageTag: String], defaultLanguage: LanguageTag
    ) throws(LocalizedTextError) {
        guard let defaultText = texts[defaultLanguage] else { throw .missingDefault(defaultLanguage) }
        let empty = texts.filter { $0.value.allSatisfy(\.isWhitespace) }.keys
        if let first = empty.min(by: { $0.description < $1.description }) { throw .emptyText(first) }
        self.texts = texts
        self.defaultLanguage = defaultLanguage
        self.defaultText = defaultText
    }

    /// Returns the text in the best of a person's languages, or in the default one.
    ///
    /// - Parameter preferences: The person's languages, best first.
    /// - Returns: The text; never empty.
    public func text(for preferences: [LanguageTag]) -> String {
        guard let first = preferences.first else { return defaultText }
        if let text = texts[first] { return text }
        let available = texts.keys.sorted { $0.description < $1.description }
        let language = LanguageNegotiation.best(of: available, for: preferences)
        return language.flatMap { texts[$0] } ?? defaultText
    }
}

/// Why texts do not make a label.
public enum LocalizedTextError: Error, Hashable, Sendable {
    /// The default language has no text.
    case missingDefault(LanguageTag)
    /// The text of this language has nothing but white space.
    case emptyText(LanguageTag)
}
