public import Essentials

/// Why an order was not taken; nothing has changed then.
///
/// Changes of an order that was taken are refused by ``OrderTransitionRefusal``.
public enum OrderRefusal: Error, Hashable, Sendable {
    /// The café is closed; when it opens next, if that is known.
    case cafeClosed(opensAt: Timestamp?)
    /// The basket has mistakes.
    case basket(BasketRefusal)
    /// The total is not what the person agreed to; these are the figures that hold.
    case totalChanged(PricedBasket)
    /// Of these items there are not enough left.
    case soldOut([ItemID])
    /// The balance with its credit does not cover the amount.
    case insufficientFunds(balance: Money, needed: Money)
    /// The person has no meal account in the café's currency.
    case noAccountInCurrency(Currency)
}
