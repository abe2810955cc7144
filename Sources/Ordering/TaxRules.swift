public import Essentials

extension Named {
    /// A class of goods that are taxed at one rate.
    public enum TaxClass: Sendable {}
}

/// Names a class of goods that are taxed at one rate, such as `standard` or `reduced`.
public typealias TaxClassID = Identifier<Named.TaxClass>

/// How a café computes tax: included or added, the rate of each class, and the rounding.
public struct TaxRules: Hashable, Sendable {
    /// Whether prices include the tax.
    public let mode: TaxMode
    /// How an amount of tax is rounded to whole minor units.
    public let rounding: RoundingMode
    /// Which amounts of tax are rounded.
    public let roundingLevel: TaxRoundingLevel
    /// The rate of each tax class.
    public let rates: [TaxClassID: TaxRate]

    /// Makes the rules of a café.
    public init(
        mode: TaxMode, rounding: RoundingMode, roundingLevel: TaxRoundingLevel = .line,
        rates: [TaxClassID: TaxRate]
    ) {
        self.mode = mode
        self.rounding = rounding
        self.roundingLevel = roundingLevel
        self.rates = rates
    }

    /// How many different rates a café may have that rounds the tax of the whole order.
    ///
    /// The exact taxes of five rates can be added up in 128 bits, whatever the rates are.
    public static let maximumRatesPerOrder = 5

    /// Splits the price of a line into the net amount and the tax, rounded for this line alone.
    ///
    /// - Parameters:
    ///   - price: The price of the line as the menu shows it.
    ///   - rate: The rate of the line's tax class.
    /// - Returns: The net amount and the tax; their sum is the cost of the line.
    /// - Throws: `MoneyError.overflow` when an amount does not fit 64 bits.
    public func split(_ price: Money, at rate: TaxRate) throws(MoneyError) -> TaxedAmount {
        switch mode {
        case .added:
            return TaxedAmount(net: price, tax: try tax(of: price, at: rate, over: 1_000_000))
        case .included:
            let tax = try tax(of: price, at: rate, over: 1_000_000 + rate.partsPerMillion)
            return TaxedAmount(net: try price.subtracting(tax), tax: tax)
        }
    }

    private func tax(of price: Money, at rate: TaxRate, over divisor: Int) throws(MoneyError) -> Money {
        let tax = price.minorUnits.multiplied(
            by: Int64(rate.partsPerMillion), dividedBy: Int64(divisor), rounding: rounding)
        guard let tax else { throw .overflow }
        return Money(minorUnits: tax, currency: price.currency)
    }
}

/// A price split into the net amount and the tax.
public struct TaxedAmount: Hashable, Sendable {
    /// The net amount, which the café earns.
    public let net: Money
    /// The tax on it.
    public let tax: Money

    /// Makes a split amount, for example from stored rows.
    public init(net: Money, tax: Money) {
        self.net = net
        self.tax = tax
    }
}
