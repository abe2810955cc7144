public import TipCatalogues

/// The platforms that show tips.
public enum TipPlatform: String, Hashable, Sendable, CaseIterable {
    /// In the pages.
    case web
    /// In the terminal.
    case terminal
    /// On a display without a person.
    case screen
}

extension TipVocabulary {
    /// The names that the server knows: facts, platforms, roles, and the icons of its pages.
    ///
    /// The events and parameters of pages and commands are not among them.
    public static let workplace: TipVocabulary = {
        var vocabulary = TipVocabulary()
        vocabulary.facts = Set(TipFact.allCases.map(\.rawValue))
        vocabulary.platforms = Set(TipPlatform.allCases.map(\.rawValue))
        vocabulary.roles = Set(Role.allCases.map(\.rawValue))
        vocabulary.icons = [
            "again", "allergen", "basket", "bell", "board", "check", "clock", "close", "contrast", "copy",
            "door",
            "down", "eye", "favourite", "filter", "information", "key", "kitchen", "language", "list", "lock",
            "mail", "minus", "more", "moon", "note", "offline", "person", "phone", "pin", "plus", "print",
            "printer",
            "search", "share", "trace", "undo", "unknown", "up",
        ]
        return vocabulary
    }()
}
