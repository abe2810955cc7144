import TipCatalogues
import Workplace

/// What the product does with tips: what its server knows of them, and what its pages and commands donate and set.
enum ProductVocabulary {
    static let vocabulary: TipVocabulary = {
        var vocabulary = TipVocabulary.workplace
        vocabulary.donatedEvents = [
            "cafe.chosen", "cafe.closest", "cafe.followed", "cafe.near", "cafe.known",
            "order.waited", "order.repeated", "item.marked", "kitchen.bumped", "kitchen.recalled",
            "kitchen.keys",
            "clock.reminders", "language.chosen", "data.opened", "terminal.used", "terminal.completion",
        ]
        vocabulary.setParameters = ["otherLanguage"]
        return vocabulary
    }()
}
