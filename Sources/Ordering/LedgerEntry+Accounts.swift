public import Essentials

extension LedgerEntry {
    /// Adds a card payment of a person to their meal account.
    ///
    /// - Parameters:
    ///   - amount: What was paid.
    ///   - person: Whose account it is.
    ///   - payment: The payment at the provider.
    ///   - time: When it is entered.
    /// - Returns: The entry.
    /// - Throws: ``LedgerRefusal/overflow`` for an amount whose negation does not fit 64 bits.
    public static func topUp(
        of amount: Money, for person: PersonID, by payment: PaymentID, at time: Timestamp
    ) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(
            kind: .topUp, movement: AccountMovementID(sameAs: payment),
            postings: [
                Posting(account: .card(amount.currency), amount: try negated(amount)),
                Posting(account: .meal(person, amount.currency), amount: amount),
            ], at: time)
    }

    /// Adds an amount to a meal account, or takes it away when it is negative.
    ///
    /// - Parameters:
    ///   - amount: The amount.
    ///   - person: Whose account it is.
    ///   - movement: The correction.
    ///   - time: When it is entered.
    /// - Returns: The entry.
    /// - Throws: ``LedgerRefusal/overflow`` for an amount whose negation does not fit 64 bits.
    public static func correction(
        of amount: Money, for person: PersonID, by movement: AccountMovementID, at time: Timestamp
    ) throws(LedgerRefusal) -> LedgerEntry {
        try LedgerEntry(
            kind: .correction, movement: movement,
            postings: [
                Posting(account: .funding(amount.currency), amount: try negated(amount)),
                Posting(account: .meal(person, amount.currency), amount: amount),
            ], at: time)
    }
}
