/// The translations of one language, read from a gettext PO file.
///
/// Messages are looked up by their English text, which is also the result when there is no translation. Fuzzy
/// and empty translations are ignored.
public struct MessageCatalogue: Sendable {
    /// A message and its translations.
    public struct Message: Hashable, Sendable {
        /// The context that distinguishes equal texts (`msgctxt`), when given.
        public let context: String?
        /// The English text (`msgid`).
        public let id: String
        /// The English plural (`msgid_plural`), when the message depends on a count.
        public let plural: String?
        /// The translations by plural category; a message without a plural has ``PluralCategory/other`` alone.
        public let texts: [PluralCategory: String]
        fileprivate let referenceText: String

        /// The files that use the message, as its comments (`#:`) name them.
        public var references: [String] { referenceText.split(separator: " ").map(String.init) }
    }

    private struct Key: Hashable {
        let context: String?
        let id: String
    }

    /// The language of the translations.
    public let language: LanguageTag
    /// All translated messages, in the order of the file; for handing the catalogue to pages.
    public private(set) var allMessages: [Message]
    private var positions: [Key: Int]
    private let rules: PluralRules

    /// Reads a PO file.
    ///
    /// - Parameter text: The content of the file; its header must name the `Language`, and must give `nplurals` in
    ///   `Plural-Forms` when a message has plural forms.
    /// - Throws: ``MessageCatalogueError`` for the first line that cannot be used.
    public init(portableObject text: String) throws(MessageCatalogueError) {
        let entries = try PortableObjectParser.entries(of: text)
        guard let header = entries.first, header[.id] == "", let fields = header.forms?.first,
            let language = Self.field("Language", of: fields).flatMap({ Self.languageTag($0) })
        else { throw MessageCatalogueError(line: 1, reason: .missingLanguage) }
        let rules = PluralRules(for: language)
        let formCount = Self.formCount(of: fields)
        var messages: [Message] = []
        var positions: [Key: Int] = [:]
        for entry in entries.dropFirst() {
            guard let message = try Self.message(of: entry, rules: rules, formCount: formCount) else {
                continue
            }
            let key = Key(context: message.context, id: message.id)
            guard positions.updateValue(messages.count, forKey: key) == nil else {
                throw MessageCatalogueError(line: entry.line, reason: .duplicate(message.id))
            }
            messages.append(message)
        }
        self.language = language
        self.rules = rules
        self.positions = positions
        allMessages = messages
    }

    /// Returns the translation of a text, with its placeholders replaced.
    ///
    /// - Parameters:
    ///   - id: The English text.
    ///   - context: The context, for texts that have one.
    ///   - arguments: The values of its placeholders.
    /// - Returns: The translation, or the English text when there is none.
    public func text(_ id: String, context: String? = nil, _ arguments: MessageArguments = [:]) -> String {
        arguments.filled(into: message(id, context)?.texts[.other] ?? id)
    }

    /// Returns the translation of a text in the plural form for a count, with its placeholders replaced.
    ///
    /// - Parameters:
    ///   - id: The English text for one.
    ///   - plural: The English text for other counts.
    ///   - count: The count; it also replaces `{count}`, unless the arguments have a value for it.
    ///   - context: The context, for texts that have one.
    ///   - arguments: The values of its placeholders.
    /// - Returns: The translation, or the English text when there is none.
    public func text(
        _ id: String, plural: String, count: Int, context: String? = nil, _ arguments: MessageArguments = [:]
    ) -> String {
        var arguments = arguments
        arguments["count"] = arguments["count"] ?? String(count)
        let texts = message(id, context)?.texts
        let translation = texts.flatMap { $0[rules.category(of: count)] ?? $0[.other] ?? $0[.many] }
        return arguments.filled(into: translation ?? (count == 1 ? id : plural))
    }

    /// Returns the catalogue with the messages that it lacks taken from others.
    ///
    /// The others must be in languages that its readers read; see
    /// ``LanguageNegotiation/fallbacks(of:in:)``.
    ///
    /// - Parameter others: The catalogues to take messages from, nearest first.
    /// - Returns: The catalogue with its language and its own messages first.
    /// - Complexity: O(*n*) in the number of messages of the others.
    public func completed(from others: some Sequence<MessageCatalogue>) -> MessageCatalogue {
        var completed = self
        for message in others.lazy.flatMap(\.allMessages) {
            let key = Key(context: message.context, id: message.id)
            guard completed.positions[key] == nil else { continue }
            completed.positions[key] = completed.allMessages.count
            completed.allMessages.append(message)
        }
        return completed
    }

    /// Counts the messages of another catalogue that this one does not translate.
    public func missingCount(of other: MessageCatalogue) -> Int {
        other.allMessages.count { message($0.id, $0.context) == nil }
    }

    private func message(_ id: String, _ context: String?) -> Message? {
        positions[Key(context: context, id: id)].map { allMessages[$0] }
    }
}

// MARK: - Reading

extension MessageCatalogue {
    /// Makes a message of an entry; `nil` when it is not translated.
    private static func message(
        of entry: PortableObjectEntry, rules: PluralRules, formCount: Int?
    ) throws(MessageCatalogueError) -> Message? {
        guard let id = entry[.id], let forms = entry.forms else {
            throw MessageCatalogueError(line: entry.line, reason: .missingForm)
        }
        var categories = [PluralCategory.other]
        if entry[.plural] != nil {
            guard forms.count == formCount, let known = rules.categories(ofForms: forms.count) else {
                throw MessageCatalogueError(line: entry.line, reason: .wrongFormCount(forms.count))
            }
            categories = known
        } else if forms.count != 1 {
            throw MessageCatalogueError(line: entry.line, reason: .wrongFormCount(forms.count))
        }
        guard !entry.isFuzzy, !forms.contains("") else { return nil }
        return Message(
            context: entry[.context], id: id, plural: entry[.plural],
            texts: Dictionary(uniqueKeysWithValues: zip(categories, forms)), referenceText: entry.references)
    }

    private static func field(_ name: String, of header: String) -> String? {
        let lines = header.split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
        return String(line.dropFirst(name.count + 1).drop(while: \.isWhitespace))
    }

    /// PO files write `pt_BR` where BCP 47 has `pt-BR`.
    private static func languageTag(_ field: String) -> LanguageTag? {
        LanguageTag(String(field.map { $0 == "_" ? "-" : $0 }))
    }

    private static func formCount(of header: String) -> Int? {
        guard let rule = field("Plural-Forms", of: header), rule.hasPrefix("nplurals=") else { return nil }
        return Int(rule.dropFirst(9).prefix(while: \.isNumber))
    }
}
