import TipCatalogues
import Workplace

/// What the product does with tips: what its pages and commands donate and set, and what its server gives.
enum ProductVocabulary {
    static let vocabulary: TipVocabulary = {
        var vocabulary = TipVocabulary()
        vocabulary.donatedEvents = [
            "cafe.chosen", "cafe.closest", "cafe.followed", "cafe.near", "cafe.known",
            "order.waited", "order.repeated", "item.marked", "kitchen.bumped", "kitchen.recalled",
            "kitchen.keys",
            "clock.reminders", "language.chosen", "data.opened", "terminal.used", "terminal.completion",
        ]
        vocabulary.setParameters = ["otherLanguage"]
        vocabulary.facts = [
            "orders", "waitingOrders", "punches", "cafes", "sameItemOrders", "favourites", "isFollowed",
            "isReminded",
        ]
        vocabulary.platforms = ["web", "screen", "terminal"]
        vocabulary.icons = [
            "allergen", "trace", "unknown", "information", "pin", "note", "check", "plus", "minus", "close",
            "undo", "again", "language",
            "basket", "person", "clock", "door", "offline", "kitchen", "board", "list", "favourite",
        ]
        vocabulary.roles = Set(Role.allCases.map(\.rawValue))
        return vocabulary
    }()
}
