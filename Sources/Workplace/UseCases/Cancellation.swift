import Essentials
import Kitchen
import Ordering

/// An order's way back out: cancelled, refunded, its stock returned and its ticket withdrawn.
struct Cancellation: Sendable {
    let cause: TransitionCause
    let expectedVersion: Int?

    func carryOut(on detail: inout OrderDetail, in transaction: any StoreWriting) throws {
        var order = detail.order
        let transition = try order.apply(
            .cancel, expectedVersion: expectedVersion ?? order.version, cause: cause)
        let ticket = try withdrawTicket(of: order, in: transaction)
        try transaction.update(order, after: transition)
        try transaction.post(try LedgerEntry.refund(of: order, at: cause.at))
        try returnStock(of: order, in: transaction)
        try transaction.announce(order, and: ticket, at: cause.at)
        detail = OrderDetail(
            order: order, transitions: detail.transitions + [transition], ticket: detail.ticket)
    }

    private func withdrawTicket(of order: Order, in transaction: any StoreWriting) throws -> Ticket {
        guard var ticket = try transaction.ticket(of: order.id) else {
            throw WorkplaceRefusal.unknownOrder(order.id)
        }
        _ = try ticket.apply(
            .cancel, expectedVersion: ticket.version,
            in: TicketCircumstances(at: cause.at, regardless: ticket))
        try transaction.update(ticket)
        return ticket
    }

    /// Puts back what the order took; the store passes over items that are not counted.
    private func returnStock(of order: Order, in transaction: any StoreWriting) throws {
        for line in order.basket.lines {
            try transaction.returnStock(of: line.item, at: order.cafe, count: line.quantity)
        }
    }
}
