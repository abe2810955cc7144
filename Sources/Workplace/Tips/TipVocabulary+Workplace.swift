public import TipCatalogues

/// Where tips are shown.
public enum TipPlatform: String, Hashable, Sendable, CaseIterable {
    /// In the pages.
    case web
    /// In the terminal.
    case terminal
    /// On a display that belongs to nobody.
    case screen
}

extension TipVocabulary {
    /// What a server knows of what its catalogues may name: facts, platforms, roles, and the icons of its pages.
    ///
    /// What pages and commands donate and set is not among it; that is theirs.
    public static let workplace: TipVocabulary = {
        var vocabulary = TipVocabulary()
        vocabulary.facts = Set(TipFact.allCases.map(\.rawValue))
        vocabulary.platforms = Set(TipPlatform.allCases.map(\.rawValue))
        vocabulary.roles = Set(Role.allCases.map(\.rawValue))
        vocabulary.icons = [
            "allergen", "trace", "unknown", "information", "pin", "note", "check", "plus", "minus", "close",
            "undo", "again", "language",
            "basket", "person", "clock", "door", "offline", "kitchen", "board", "list", "favourite",
        ]
        return vocabulary
    }()
}
