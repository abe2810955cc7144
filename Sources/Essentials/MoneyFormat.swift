import FoundationEssentials
import FoundationInternationalization

/// Shows amounts to a person: the currency is the amount's, the way of writing is the person's.
///
/// A foreign currency keeps its country in sight (`US$`, `UYU`), so that `$` alone always means the person's own.
/// The amount goes into the text exactly, without floating point; decimals are those of ISO 4217.
public struct MoneyFormat: Hashable, Sendable {
    private let locale: Locale

    /// Makes the format for a person's language and region.
    public init(for tag: LanguageTag) { locale = Locale(identifier: tag.description) }

    /// Returns an amount as text, such as `US$ 12,50` for Spanish in Uruguay.
    public func text(_ money: Money) -> String {
        let exponent = money.currency.exponent
        let decimal = Decimal(
            sign: money.minorUnits < 0 ? .minus : .plus, exponent: -exponent,
            significand: Decimal(money.minorUnits.magnitude))
        return decimal.formatted(
            .currency(code: money.currency.code).precision(.fractionLength(exponent)).locale(locale))
    }
}
