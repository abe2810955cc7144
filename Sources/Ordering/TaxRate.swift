/// A rate of tax, exact in parts per million: 82,500 is 8.25 %.
public struct TaxRate: Hashable, Sendable {
    /// The tax, in millionths of the taxed amount.
    public let partsPerMillion: Int

    /// Makes a rate from 0 to 100 %.
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
