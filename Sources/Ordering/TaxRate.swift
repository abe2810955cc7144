/// A rate of tax, exact in parts per million: 82,500 is 8.25 %.
public struct TaxRate: Hashable, Sendable {
    /// How many millionths of the taxed amount the tax is.
    public let partsPerMillion: Int

    /// Accepts a rate between nothing and the whole.
    ///
    /// - Parameter partsPerMillion: The rate in millionths.
    ///   The result is `nil` for a rate below 0 or above 1,000,000.
    public init?(partsPerMillion: Int) {
        guard (0...1_000_000).contains(partsPerMillion) else { return nil }
        self.partsPerMillion = partsPerMillion
    }

    private init(known partsPerMillion: Int) { self.partsPerMillion = partsPerMillion }

    /// No tax.
    public static let zero = TaxRate(known: 0)
}
