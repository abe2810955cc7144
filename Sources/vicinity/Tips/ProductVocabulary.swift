import TipCatalogues
import Workplace

/// The names for tips in the product: those that its server knows, and the events and parameters of its pages
/// and commands.
enum ProductVocabulary {
    static let vocabulary: TipVocabulary = {
        var vocabulary = TipVocabulary.workplace
        vocabulary.donatedEvents = [
            "cafe.chosen", "cafe.closest", "cafe.followed", "cafe.near", "cafe.known",
            "order.waited", "pickup.chosen", "order.repeated", "item.marked", "kitchen.bumped",
            "kitchen.recalled",
            "kitchen.keys",
            "clock.reminders", "language.chosen", "data.opened", "terminal.used", "terminal.completion",
        ]
        vocabulary.setParameters = ["otherLanguage"]
        return vocabulary
    }()
}
