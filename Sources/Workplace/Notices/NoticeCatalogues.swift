public import Essentials
import Synchronization

/// The translations of notices; they are those of the pages.
public final class NoticeCatalogues: Sendable {
    private let catalogues = Mutex<[LanguageTag: MessageCatalogue]>([:])

    /// Makes a set without translations: words are English.
    init() {}

    /// Takes the translations that come with the pages.
    public func take(_ translations: [MessageCatalogue]) {
        catalogues.withLock { $0 = Dictionary(translations.map { ($0.language, $0) }) { first, _ in first } }
    }

    /// The best translation for a reader of some languages, the best first; `nil` without one.
    func best(for languages: [LanguageTag]) -> MessageCatalogue? {
        catalogues.withLock { catalogues in
            LanguageNegotiation.best(
                of: catalogues.keys.sorted { $0.description < $1.description }, for: languages
            )
            .flatMap { catalogues[$0] }
        }
    }
}
