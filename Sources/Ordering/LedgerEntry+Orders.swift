public import Essentials

extension LedgerEntry {
    /// Gives a person an opening balance or a top-up.
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

    /// Moves the total of an order from the diner's meal account to the café's sales and tax.
    ///
    /// - Throws: ``LedgerRefusal/overflow`` for a total whose negation does not fit 64 bits.
    public static func payment(for order: Order, at time: Timestamp) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(
            kind: .payment, order: order.id,
            postings: [
                Posting(
                    account: .meal(order.diner, order.basket.currency),
                    amount: try negated(order.basket.total)),
                Posting(account: .sales(order.cafe), amount: order.basket.subtotal),
                Posting(account: .tax(order.cafe), amount: order.basket.tax),
            ], at: time)
    }

    /// Returns the payment of an order, with the tax as it was charged.
    ///
    /// - Throws: ``LedgerRefusal/overflow`` for amounts whose negation does not fit 64 bits.
    public static func refund(of order: Order, at time: Timestamp) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(
            kind: .refund, order: order.id,
            postings: [
                Posting(account: .meal(order.diner, order.basket.currency), amount: order.basket.total),
                Posting(account: .sales(order.cafe), amount: try negated(order.basket.subtotal)),
                Posting(account: .tax(order.cafe), amount: try negated(order.basket.tax)),
            ], at: time)
    }

    private static func negated(_ amount: Money) throws(LedgerRefusal) -> Money {
        do { return try Money.zero(amount.currency).subtracting(amount) } catch { throw .overflow }
    }
}
