public import Essentials

extension LedgerEntry {
    /// Gives a person an opening balance.
    ///
    /// - Throws: ``LedgerRefusal/overflow`` for an amount whose negation does not fit 64 bits.
    public static func opening(
        of amount: Money, for person: PersonID, at time: Timestamp
    ) throws(LedgerRefusal) -> LedgerEntry {
        let currency = amount.currency
        return try LedgerEntry(
            kind: .opening, order: nil,
            postings: [
                Posting(account: .funding(currency), amount: try negated(amount)),
                Posting(account: .meal(person, currency), amount: amount),
            ], at: time)
    }

    /// Moves the total of an order from the paying account to the café's sales and tax.
    ///
    /// - Throws: ``LedgerRefusal/overflow`` for a total whose negation does not fit 64 bits.
    public static func payment(for order: Order, at time: Timestamp) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(
            kind: .payment, order: order.id,
            postings: [
                Posting(account: order.payingAccount, amount: try negated(order.basket.total)),
                Posting(account: .sales(order.cafe), amount: order.basket.subtotal),
                Posting(account: .tax(order.cafe), amount: order.basket.tax),
            ], at: time)
    }

    /// Returns an amount of an order to where it came from.
    ///
    /// - Parameters:
    ///   - amount: The amount, split into net and tax.
    ///   - order: The order that was paid for.
    ///   - time: When it is entered.
    /// - Returns: The entry.
    /// - Throws: ``LedgerRefusal/overflow`` for amounts whose sum or negation does not fit 64 bits.
    public static func refund(
        of amount: TaxedAmount, for order: Order, at time: Timestamp
    ) throws(LedgerRefusal) -> LedgerEntry {
        let total: Money
        do { total = try amount.net.adding(amount.tax) } catch { throw .overflow }
        return try LedgerEntry(
            kind: .refund, order: order.id,
            postings: [
                Posting(account: order.payingAccount, amount: total),
                Posting(account: .sales(order.cafe), amount: try negated(amount.net)),
                Posting(account: .tax(order.cafe), amount: try negated(amount.tax)),
            ], at: time)
    }

    static func negated(_ amount: Money) throws(LedgerRefusal) -> Money {
        do { return try Money.zero(amount.currency).subtracting(amount) } catch { throw .overflow }
    }
}

extension Order {
    /// The account that pays the order, and to which refunds return.
    var payingAccount: LedgerAccount {
        switch means {
        case .account: .meal(diner, basket.currency)
        case .card: .card(basket.currency)
        case .cash: .cash(cafe)
        case .terminal: .terminal(cafe)
        }
    }
}
