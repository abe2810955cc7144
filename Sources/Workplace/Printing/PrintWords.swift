import ESCPOS
import Essentials
import FoundationEssentials
import FoundationInternationalization
import Ordering

/// Makes the texts of printouts in the language of a printer, if the printer can print it.
///
/// Where it cannot write a translation, a name or an amount, the next best language that it can write is printed.
///
/// `scripts/messages` collects the texts of this file for translators: the first argument of `t`.
struct PrintWords {
    let language: LanguageTag
    let zone: Zone
    let encoding: CharacterEncoding
    private let catalogue: MessageCatalogue?

    /// Makes words for a printer.
    ///
    /// - Parameters:
    ///   - printer: The printer that prints.
    ///   - defaultLanguage: The language of a printer that has none.
    ///   - zone: The zone of the café.
    ///   - catalogues: The translations.
    init(for printer: Printer, defaultLanguage: LanguageTag, zone: Zone, _ catalogues: NoticeCatalogues) {
        language = printer.language ?? defaultLanguage
        encoding = printer.profile.encoding
        self.zone = zone
        catalogue = catalogues.best(for: [language])
    }

    // MARK: - Marks

    var reprint: String { t("REPRINT") }
    var mayExist: String { t("This may be a second copy. Make it once.") }
    func backup(from printer: String) -> String { t("BACKUP FROM {printer}", ["printer": printer]) }
    var cancelled: String { t("CANCELLED") }
    var doNotMake: String { t("Do not make this order.") }
    func job(_ number: Int, at time: Timestamp) -> String {
        t("Print {number}, {time}", ["number": "\(number)", "time": clock(time)])
    }
    var missingCharacters: String {
        t("A question mark (?) can stand for a character that this printer lacks. Read it on the screen.")
    }

    // MARK: - Tickets

    var forNow: String { t("As soon as possible") }
    func pickup(_ pickup: OrderPickup) -> String {
        t("Pickup {from}–{to}", ["from": clock(pickup.start), "to": clock(pickup.end)])
    }
    func others(_ stations: [String]) -> String {
        t("Also at: {stations}", ["stations": stations.joined(separator: ", ")])
    }
    func note(_ text: String) -> String { t("Note: {note}", ["note": text]) }
    func allergyNote(_ text: String) -> String { t("ALLERGY: {note}", ["note": text]) }
    var allergensUnknown: String { t("Allergens unknown") }
    func added(_ allergens: [Allergen]) -> String {
        t("With this choice: {allergens}", ["allergens": list(allergens)])
    }
    func contains(_ allergens: [Allergen]) -> String {
        t("Contains {allergens}", ["allergens": list(allergens)])
    }
    func mayContain(_ allergens: [Allergen]) -> String {
        t("May contain {allergens}", ["allergens": list(allergens)])
    }

    // MARK: - Receipts

    var receipt: String { t("Receipt") }
    func order(_ number: OrderNumber) -> String { t("Order {number}", ["number": "\(number)"]) }
    var total: String { t("Total") }
    func tax(_ rate: TaxRate, isIncluded: Bool) -> String {
        let arguments: MessageArguments = ["rate": percentage(of: rate)]
        return isIncluded ? t("Includes {rate} % tax", arguments) : t("{rate} % tax", arguments)
    }
    func netAmount(_ rate: TaxRate) -> String { t("Net at {rate} %", ["rate": percentage(of: rate)]) }
    /// How the order was paid.
    func paid(_ means: PaymentMeans) -> String {
        switch means {
        case .account: t("Paid from the meal account")
        case .cash: t("Paid in cash")
        case .card, .terminal: t("Paid by card")
        }
    }
    var refunded: String { t("Cancelled and paid back") }
    /// For an order that was never paid.
    var unpaid: String { t("Not paid") }
    /// A refund at a time.
    func returned(at time: Timestamp) -> String { t("Paid back {time}", ["time": date(time)]) }

    // MARK: - Values

    /// A label in the language of the printer, or in the first language that it can write.
    func text(_ label: LocalizedText) -> String {
        writable([label.text(for: [language])] + label.labels.map(\.text))
    }

    /// An amount.
    func money(_ amount: Money) -> String {
        writable(
            [MoneyFormat(for: language).text(amount)] + Self.english.map { MoneyFormat(for: $0).text(amount) }
        )
    }

    /// A date with its time.
    func date(_ time: Timestamp) -> String { formatted(time, date: .numeric) }

    /// A time on the café's clock.
    func clock(_ time: Timestamp) -> String { formatted(time, date: .omitted) }

    private static let english = [LanguageTag("en-GB")].compactMap { $0 }

    private func formatted(_ time: Timestamp, date: Date.FormatStyle.DateStyle) -> String {
        let instant = Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000)
        return writable(
            ([language] + Self.english).map { language in
                instant.formatted(
                    Date.FormatStyle(
                        date: date, time: .shortened, locale: Locale(identifier: language.description),
                        timeZone: TimeZone(identifier: zone.identifier) ?? .gmt))
            })
    }

    /// A rate without needless decimals, such as `8.25`.
    private func percentage(of rate: TaxRate) -> String {
        let (whole, rest) = rate.partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(10_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    private func list(_ allergens: [Allergen]) -> String { allergens.map(name).joined(separator: ", ") }

    /// The first text that the printer can write, or else the first one.
    private func writable(_ texts: [String]) -> String {
        texts.first { encoding.missingCharacterCount(of: $0) == 0 } ?? texts[0]
    }

    private func t(_ id: String, _ arguments: MessageArguments = [:]) -> String {
        guard let translation = catalogue?.text(id), encoding.missingCharacterCount(of: translation) == 0
        else {
            return arguments.filled(into: id)
        }
        return arguments.filled(into: translation)
    }

    private func name(_ allergen: Allergen) -> String {
        switch allergen {
        case .gluten: t("gluten")
        case .wheat: t("wheat")
        case .crustaceans: t("crustaceans")
        case .eggs: t("eggs")
        case .fish: t("fish")
        case .peanuts: t("peanuts")
        case .soybeans: t("soya")
        case .milk: t("milk")
        case .nuts: t("nuts")
        case .celery: t("celery")
        case .mustard: t("mustard")
        case .sesame: t("sesame")
        case .sulphites: t("sulphites")
        case .lupin: t("lupin")
        case .molluscs: t("molluscs")
        }
    }
}
