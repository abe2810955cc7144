/// Whether the prices of a menu include the tax.
public enum TaxMode: String, CaseIterable, Hashable, Sendable {
    /// Prices include the tax, as in the European Union and Japan.
    case included
    /// Tax is added to the prices, as in the United States.
    case added
}
