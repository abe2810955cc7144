public import Essentials

/// A basket with the prices, tax and allergens of one café.
///
/// The initializer adds up the lines, so the sums always match them.
public struct PricedBasket: Hashable, Sendable {
    /// The lines as sold.
    public let lines: [OrderLine]
    /// The currency of all its amounts.
    public let currency: Currency
    /// Whether the menu's prices included the tax.
    public let taxMode: TaxMode
    /// How tax was rounded.
    public let rounding: RoundingMode
    /// Which amounts of tax were rounded.
    public let roundingLevel: TaxRoundingLevel
    /// The café's earnings: the sum of the lines' net amounts.
    public let subtotal: Money
    /// The sum of the lines' tax.
    public let tax: Money
    /// The charged amount: the sum of the lines' totals.
    public let total: Money
    /// The charged amount, split into net and tax.
    public var amount: TaxedAmount { TaxedAmount(net: subtotal, tax: tax) }

    /// Adds up lines.
    ///
    /// - Parameters:
    ///   - lines: The lines as sold.
    ///   - currency: The currency of all amounts.
    ///   - taxMode: Whether the menu's prices included the tax.
    ///   - rounding: How tax was rounded.
    ///   - roundingLevel: Which amounts of tax were rounded.
    /// - Throws: `MoneyError` when a line has another currency or a sum does not fit 64 bits.
    public init(
        lines: [OrderLine], currency: Currency, taxMode: TaxMode, rounding: RoundingMode,
        roundingLevel: TaxRoundingLevel = .line
    ) throws(MoneyError) {
        var (subtotal, tax) = (Money.zero(currency), Money.zero(currency))
        for line in lines {
            subtotal = try subtotal.adding(line.net)
            tax = try tax.adding(line.tax)
        }
        self.lines = lines
        self.currency = currency
        self.taxMode = taxMode
        self.rounding = rounding
        self.roundingLevel = roundingLevel
        self.subtotal = subtotal
        self.tax = tax
        total = try subtotal.adding(tax)
    }

    /// Prices lines by the rules of a café: rounds their tax at its level, and adds them up.
    ///
    /// - Parameters:
    ///   - lines: Lines whose tax is rounded for each line alone.
    ///   - cafe: The café that sells them.
    /// - Throws: `MoneyError` when a line has another currency or a sum does not fit 64 bits.
    init(_ lines: [OrderLine], at cafe: Cafe) throws(MoneyError) {
        let rules = cafe.taxRules
        try self.init(
            lines: rules.sharingTax(over: lines), currency: cafe.currency, taxMode: rules.mode,
            rounding: rules.rounding, roundingLevel: rules.roundingLevel)
    }

    /// Checks that the total equals the total that the person saw.
    ///
    /// - Parameter expected: The total that the person's device showed.
    /// - Throws: ``OrderRefusal/totalChanged(_:)`` with the valid figures, when they differ.
    public func checkExpectedTotal(_ expected: Money) throws(OrderRefusal) {
        guard expected == total else { throw .totalChanged(self) }
    }
}
