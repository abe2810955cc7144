import Ordering
public import Workplace

extension WriteTransaction {
    /// Inserts an accepted order with its ticket, without a payment and announcements.
    public func keep(_ accepted: OrderBuilder.Accepted) throws {
        try insert(
            accepted.order, as: BasketSnapshot(of: accepted.order.basket), transitions: accepted.transitions)
        try insert(accepted.ticket)
    }
}
