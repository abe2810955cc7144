import Essentials
import Kitchen
import Ordering

/// Cancels, expires or rejects an order and returns its money and its stock.
struct Cancellation: Sendable {
    var input = OrderInput.cancel
    /// The indices of the lines whose stations already know of a rejection.
    var seen: [Int] = []
    let cause: TransitionCause
    let expectedVersion: Int?

    func apply(to detail: inout OrderDetail, in transaction: WriteTransaction) throws {
        var order = detail.order
        let transition = try order.apply(
            input, expectedVersion: expectedVersion ?? order.version, cause: cause)
        var unmade = order.basket.lines
        if transition.from.isReleased {
            let ticket = try withdrawTicket(of: order, leaving: &unmade, in: transaction)
            try transaction.update(order, after: transition)
            try returnMoney(of: detail.order, in: transaction)
            try transaction.announce(order, and: ticket, at: cause.at)
            try transaction.cancelPrints(of: order, at: cause.at)
        } else {
            try transaction.update(order, after: transition)
            switch order.means {
            case .account, .cash, .terminal: try transaction.endWait(of: order.id)
            case .card:
                // A payment that arrives meanwhile is returned.
                try transaction.apply(.reservationEnded, to: PaymentID(sameAs: order.id), at: cause.at)
            }
            try transaction.announceWaiting(order, at: cause.at)
        }
        try returnStock(of: unmade, at: order.cafe, in: transaction)
        try transaction.releasePickup(of: order, at: cause.at)
        detail = OrderDetail(
            order: order, transitions: detail.transitions + [transition],
            payment: order.means == .card ? try transaction.payment(PaymentID(sameAs: order.id)) : nil,
            returns: try transaction.returns(of: order))
    }

    /// Ends the ticket; its finished lines need no acknowledgement.
    private func withdrawTicket(
        of order: Order, leaving unmade: inout [OrderLine], in transaction: WriteTransaction
    ) throws -> Ticket {
        guard var ticket = try transaction.ticket(TicketID(of: order.id)) else {
            throw WorkplaceRefusal.unknownOrder(order.id)
        }
        unmade = zip(unmade, ticket.progress.marks).filter { !$1.isDone }.map(\.0)
        _ = try ticket.apply(
            input == .reject ? .reject(seen) : .cancel, expectedVersion: ticket.version,
            in: TicketContext(at: cause.at, regardless: ticket))
        try transaction.update(ticket, at: cause.at)
        return ticket
    }

    /// Refunds the rest of the order.
    private func returnMoney(of order: Order, in transaction: WriteTransaction) throws {
        let rest = try transaction.refundPlan(of: order).rest()
        let isRefunded = rest.net.minorUnits + rest.tax.minorUnits == 0 && order.basket.total.minorUnits > 0
        guard !isRefunded else { return }
        guard order.means == .card else {
            return try transaction.post(try LedgerEntry.refund(of: rest, for: order, at: cause.at))
        }
        var generator = SystemRandomNumberGenerator()
        let refund = Refund(
            id: RefundID(at: cause.at, using: &generator), order: order, amount: rest,
            reason: input.rawValue, cause: cause)
        try transaction.insert(refund, of: order)
    }

    /// Returns the counted items to the stock and announces the change of the menu.
    private func returnStock(
        of lines: [OrderLine], at cafe: CafeID, in transaction: WriteTransaction
    ) throws {
        let remaining = try transaction.remainingStock(of: cafe)
        let counted = lines.countedItems { remaining[$0] != nil }
        guard !counted.isEmpty else { return }
        for (item, count) in counted {
            try transaction.returnStock(of: item, at: cafe, count: count, time: cause.at)
        }
        try transaction.announceMenu(of: cafe, items: counted.map(\.item), at: cause.at)
    }
}
