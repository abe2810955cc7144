public import Essentials

/// Why an order was refused; nothing has changed.
///
/// For changes of an accepted order, see ``OrderTransitionRefusal``.
public enum OrderRefusal: Error, Hashable, Sendable {
    /// The café is closed; the time is the next opening, if it is known.
    case cafeClosed(opensAt: Timestamp?)
    /// The basket has mistakes.
    case basket(BasketRefusal)
    /// The total differs from the expected one; these are the valid figures.
    case totalChanged(PricedBasket)
    /// These items are not served at the time of pickup.
    case notServed([ItemID])
    /// Too few of these items are left.
    case soldOut([ItemID])
    /// The balance with its credit does not cover the amount.
    case insufficientFunds(balance: Money, needed: Money)
    /// The order cannot be handed over then.
    case pickup(PickupRefusal)
    /// The café takes no orders for a while; items names those that cannot be ordered, and is empty when none can.
    case paused(until: Timestamp, items: [ItemID])
    /// The person can no longer cancel, since that instant.
    case pastCutoff(Timestamp)
    /// The person has no meal account in the café's currency.
    case noAccountInCurrency(Currency)
}
