/// How the prices of a menu stand to the tax.
public enum TaxMode: String, CaseIterable, Hashable, Sendable {
    /// Prices hold the tax already, as in the European Union and Japan.
    case included
    /// Tax is put on top of the prices, as in the United States.
    case added
}
