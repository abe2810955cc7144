/// An amount of one currency, in whole minor units.
///
/// It uses no floating point and converts nothing: adding or comparing different currencies is an error.
public struct Money: Hashable, Sendable {
    /// The amount in minor units: 1250 is €12.50, ¥1250 and KWD 1.250.
    public let minorUnits: Int64
    /// The currency of the amount.
    public let currency: Currency

    /// Makes an amount of minor units.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The amount zero in a currency.
    public static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency: currency) }

    /// Returns the sum of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` for different currencies, ``MoneyError/overflow`` when the
    ///   sum does not fit 64 bits.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        try checkCurrency(of: other)
        return try checked(minorUnits.addingReportingOverflow(other.minorUnits))
    }

    /// Returns the difference of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` for different currencies, ``MoneyError/overflow`` when the
    ///   difference does not fit 64 bits.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        try checkCurrency(of: other)
        return try checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
    }

    /// Returns the amount multiplied by a whole number.
    ///
    /// - Throws: ``MoneyError/overflow`` when the product does not fit 64 bits.
    public func multiplied(by count: Int) throws(MoneyError) -> Money {
        try checked(minorUnits.multipliedReportingOverflow(by: Int64(count)))
    }

    /// Tells whether this amount is less than another one of the same currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` for different currencies.
    public func isLess(than other: Money) throws(MoneyError) -> Bool {
        try checkCurrency(of: other)
        return minorUnits < other.minorUnits
    }

    private func checkCurrency(of other: Money) throws(MoneyError) {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
    }

    private func checked(_ result: (partialValue: Int64, overflow: Bool)) throws(MoneyError) -> Money {
        guard !result.overflow else { throw .overflow }
        return Money(minorUnits: result.partialValue, currency: currency)
    }
}

/// Why an amount could not be computed.
public enum MoneyError: Error, Equatable, Sendable {
    /// The two amounts have different currencies; there is no conversion.
    case currencyMismatch(Currency, Currency)
    /// The result does not fit 64 bits of minor units.
    case overflow
}
