import Essentials
import JSON

/// The terminal's own words around a tip, in the person's language.
struct TipWords: Sendable {
    /// The line above a tip.
    let heading: String
    /// The words before the command that closes it.
    let closing: String
    /// Whether words and a command may share a line, because both are read in the same direction.
    let sharesLines: Bool
    private let closed: String

    /// The words in a language; English for a language that the product does not have.
    static func words(for language: LanguageTag) -> TipWords {
        let spoken = Self.languages.compactMap { LanguageTag($0.name) }
        let best = LanguageNegotiation.best(of: spoken, for: [language])
        return Self.languages.first { $0.name == best?.description }?.words ?? english
    }

    /// Says that a tip is closed.
    func closed(_ tip: String) -> String { closed.replacing("{tip}", with: tip).plain }

    private static let english = TipWords(
        heading: "Tip", closing: "Close this tip for good:", sharesLines: true,
        closed: "The tip {tip} is closed.")

    /// The languages of the product with their words.
    static let languages: [(name: String, words: TipWords)] = [
        ("en", english),
        (
            "de",
            TipWords(
                heading: "Tipp", closing: "Diesen Tipp endgültig schließen:", sharesLines: true,
                closed: "Der Tipp {tip} ist geschlossen.")
        ),
        (
            "es",
            TipWords(
                heading: "Consejo", closing: "Cerrar este consejo para siempre:", sharesLines: true,
                closed: "El consejo {tip} está cerrado.")
        ),
        (
            "ar",
            TipWords(
                heading: "تلميح", closing: "إغلاق هذا التلميح نهائيًا:", sharesLines: false,
                closed: "أُغلق التلميح \u{2066}{tip}\u{2069}.")
        ),
        (
            "ja",
            TipWords(
                heading: "ヒント", closing: "このヒントを閉じて今後表示しない：", sharesLines: true,
                closed: "ヒント「{tip}」を閉じました。")
        ),
        (
            "ko",
            TipWords(
                heading: "팁", closing: "이 팁을 닫고 다시 표시하지 않기:", sharesLines: true,
                closed: "팁을 닫았습니다: {tip}.")
        ),
    ]
}
