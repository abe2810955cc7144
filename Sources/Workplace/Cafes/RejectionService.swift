public import Essentials
import Kitchen
import Ordering

/// Rejects orders that the kitchen cannot make, and returns their money.
public struct RejectionService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let payments: PaymentService
    let soldOutChanged: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Rejects an order that is not ready yet; repeating it changes nothing.
    ///
    /// One transaction ends the order, cancels its ticket and its print jobs, refunds it, returns its stock and its pickup
    /// window, marks items as sold out, and notifies the person. A ready order must be recalled first.
    ///
    /// - Parameters:
    ///   - id: The ticket of the order.
    ///   - rejection: The reason, the lines that know, and the sold-out items.
    ///   - principal: The person or display that acts.
    ///   - expectedVersion: The version of the ticket that the cook saw; `nil` accepts any version.
    /// - Returns: The ticket, and the amount that staff give back by hand.
    /// - Throws: ``WorkplaceRefusal/unknownTicket(_:)``, ``WorkplaceRefusal/forbidden``, ``RejectionRefusal``, and ``TicketRefused`` for
    ///   an order that is ready or has ended.
    public func reject(
        _ id: TicketID, as rejection: Rejection, by principal: Principal, expectedVersion: Int?
    ) async throws -> RejectedTicket {
        let time = now()
        let rejected = try await store.write { transaction in
            guard let ticket = try transaction.ticket(id), let order = try transaction.order(ticket.order)
            else { throw WorkplaceRefusal.unknownTicket(id) }
            guard principal.mayWorkKitchen(of: ticket.cafe) else { throw WorkplaceRefusal.forbidden }
            let items = ticket.lines.map(\.item)
            if let item = rejection.soldOut.first(where: { !items.contains($0) }) {
                throw RejectionRefusal.notOnTicket(item)
            }
            if order.stage != .rejected {
                try check(ticket, rejection, expectedVersion, at: time)
                var detail = try OrderService.detail(of: order, in: transaction)
                let cause = TransitionCause(
                    actor: principal.actor, device: principal.actor.device, at: time,
                    reason: rejection.reason.rawValue)
                try Cancellation(
                    input: .reject, seen: rejection.seen, cause: cause, expectedVersion: nil
                ).apply(to: &detail, in: transaction)
                if let last = detail.transitions.last {
                    try transaction.notifyDiner(of: detail.order, after: last, at: time)
                }
                try mark(rejection.soldOut, of: ticket.cafe, at: time, in: transaction)
            }
            return RejectedTicket(
                ticket: try transaction.ticket(id) ?? ticket,
                giveBack: try transaction.returnedByHand(for: order))
        }
        payments.due()
        if !rejection.soldOut.isEmpty { soldOutChanged() }
        return rejected
    }

    private func check(
        _ ticket: Ticket, _ rejection: Rejection, _ expectedVersion: Int?, at time: Timestamp
    ) throws(TicketRefused) {
        var rejected = ticket
        do {
            _ = try rejected.apply(
                .reject(rejection.seen), expectedVersion: expectedVersion ?? ticket.version,
                in: TicketContext(at: time, regardless: ticket))
        } catch { throw TicketRefused(reason: error, ticket: ticket) }
    }

    private func mark(
        _ items: [ItemID], of cafe: CafeID, at time: Timestamp, in transaction: WriteTransaction
    ) throws {
        guard !items.isEmpty, let found = try campuses.inForce().cafe(cafe) else { return }
        let end = found.serviceDay(at: time).end
        for item in items {
            try transaction.insert(SoldOutMark(thing: .item(item), until: end), of: cafe, at: time)
        }
        try transaction.announceMenu(of: cafe, items: [], at: time)
    }
}

extension ReadTransaction {
    /// The amount that staff give back by hand for a rejected order: the guest's payment at the counter, less earlier refunds.
    ///
    /// It is `nil` for a person's order and for a card payment.
    func returnedByHand(for order: Order) throws -> Money? {
        guard order.diner == .guest, order.means != .card else { return nil }
        return try refunds(of: order.id).reduce(order.basket.total) { try $0.subtracting($1.total) }
    }
}
