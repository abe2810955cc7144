import FoundationEssentials
import FoundationInternationalization

/// Formats amounts for a person: in the amount's own currency, and by the conventions of the person's region.
///
/// A foreign currency shows its country (`US$`, `UYU`), so that `$` alone always means the person's own
/// currency. The text has the exact amount, without floating point, with the decimals of ISO 4217.
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
