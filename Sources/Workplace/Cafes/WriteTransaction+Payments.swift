import Essentials
import Kitchen
import Ordering

// What follows from news about a payment, in one transaction with the news.
extension WriteTransaction {
    /// Applies an input to a payment, and to the order that it pays for.
    ///
    /// News of the provider may come twice and out of order; what was done is not done again.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - id: The payment.
    ///   - paid: What the provider has taken, if it has.
    ///   - time: The present time.
    /// - Returns: The payment as it is now; `nil` for an unknown payment.
    /// - Throws: The store's own error.
    @discardableResult
    func apply(
        _ input: PaymentStateMachine.Input, to id: PaymentID, paid: Money? = nil, at time: Timestamp
    ) throws -> Payment? {
        guard var payment = try payment(id), let order = try order(payment.order) else { return nil }
        var obstacle: String?
        if input == .succeeded {
            obstacle = try paid == payment.amount ? self.obstacle(to: order, at: time) : "amount-differs"
        }
        let before = payment
        let action = payment.machine.apply(input, canFulfil: obstacle == nil)
        payment.scheduleAfterAnswer(at: time)
        // What nobody is to pay any more is cancelled at once.
        if action == .endReservation, payment.stage == .ending { payment.dueAt = time }
        if payment != before { try update(payment) }
        switch action {
        case .nothing: break
        case .fulfil: try release(order, at: time)
        case .endReservation: try end(order, by: .expire, reason: "unpaid", at: time)
        case .refuse:
            try end(order, by: .reject, reason: obstacle, at: time)
            try tellOfReturn(of: order, at: time)
        case .returnMoney: try tellOfReturn(of: order, at: time)
        }
        return payment
    }

    /// Why a paid order cannot go to the kitchen; `nil` when it can.
    private func obstacle(to order: Order, at time: Timestamp) throws -> String? {
        guard order.stage == .placed else { return "ended" }
        if let pickup = order.pickup, pickup.end <= time { return "window-over" }
        do { try refuseSoldOut(order.basket.lines, at: order.cafe, time: time) } catch is OrderRefusal {
            return "sold-out"
        }
        return nil
    }

    /// Hands a paid order to the kitchen.
    private func release(_ placed: Order, at time: Timestamp) throws {
        var order = placed
        let accepted = try order.apply(
            .accept, expectedVersion: order.version, cause: TransitionCause(actor: .system, at: time))
        let ticket = Ticket(releasing: order, at: time)
        try update(order, after: accepted)
        try insert(ticket)
        try post(try LedgerEntry.payment(for: order, at: time))
        try announce(order, and: ticket, at: time)
    }

    /// Ends an order that waits for its payment; does nothing when it has ended.
    private func end(_ order: Order, by input: OrderInput, reason: String?, at time: Timestamp) throws {
        guard order.stage == .placed else { return }
        var detail = OrderDetail(order: order, transitions: [])
        let cause = TransitionCause(actor: .system, at: time, reason: reason)
        try Cancellation(input: input, cause: cause, expectedVersion: nil).apply(to: &detail, in: self)
    }

    private func tellOfReturn(of order: Order, at time: Timestamp) throws {
        let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
        try notify(order.diner, .moneyReturned, about: subject, at: time)
    }
}
