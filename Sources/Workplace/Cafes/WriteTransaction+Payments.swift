import Essentials
import Kitchen
import Ordering

// The effects of a payment's inputs, in the transaction that stores the input.
extension WriteTransaction {
    /// Applies an input to a payment and to its purchase.
    ///
    /// Inputs may come twice and out of order; each effect happens once.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - id: The payment.
    ///   - paid: The amount that the provider has taken, if any.
    ///   - time: The present time.
    /// - Returns: The payment as it is now; `nil` for an unknown payment.
    /// - Throws: The store's own error.
    @discardableResult
    func apply(
        _ input: PaymentStateMachine.Input, to id: PaymentID, paid: Money? = nil, at time: Timestamp
    ) throws -> Payment? {
        guard var payment = try payment(id), let purchase = try purchase(of: payment) else { return nil }
        var obstacle: String?
        if input == .succeeded {
            obstacle = try paid == payment.amount ? self.obstacle(to: purchase, at: time) : "amount-differs"
        }
        let before = payment
        let action = payment.machine.apply(input, canFulfil: obstacle == nil)
        payment.scheduleAfterAnswer(at: time)
        // Cancels the payment at the provider at once.
        if action == .endReservation, payment.stage == .ending { payment.dueAt = time }
        if payment != before { try update(payment) }
        switch action {
        case .nothing: break
        case .fulfil:
            switch purchase {
            case .order(let order): try release(order, at: time)
            case .topUp(let person): try topUp(person, with: payment, at: time)
            }
        case .endReservation: try end(purchase, by: .expire, reason: "unpaid", at: time)
        case .refuse:
            try end(purchase, by: .reject, reason: obstacle, at: time)
            try notifyOfReturn(of: payment, for: purchase, at: time)
        case .returnMoney: try notifyOfReturn(of: payment, for: purchase, at: time)
        }
        return payment
    }

    /// The present state of a payment's purchase.
    private enum Purchase {
        case order(Order)
        case topUp(PersonID)
    }

    private func purchase(of payment: Payment) throws -> Purchase? {
        switch payment.purpose {
        case .order(let id): try order(id).map { .order($0) }
        case .topUp(let person): .topUp(person)
        }
    }

    /// The reason why the purchase cannot be handed over; `nil` when it can.
    private func obstacle(to purchase: Purchase, at time: Timestamp) throws -> String? {
        guard case .order(let order) = purchase else { return nil }
        guard order.stage == .placed else { return "ended" }
        if let pickup = order.pickup, pickup.end <= time { return "window-over" }
        do { try refuseSoldOut(order.basket.lines, at: order.cafe, time: time) } catch is OrderRefusal {
            return "sold-out"
        }
        return nil
    }

    /// Adds the paid amount to the person's meal account.
    private func topUp(_ person: PersonID, with payment: Payment, at time: Timestamp) throws {
        try post(try LedgerEntry.topUp(of: payment.amount, for: person, by: payment.id, at: time))
        try announceAccount(of: person, at: time)
        try notify(person, .accountFilled, about: .account(AccountMovementID(sameAs: payment.id)), at: time)
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
    private func end(_ purchase: Purchase, by input: OrderInput, reason: String?, at time: Timestamp) throws {
        guard case .order(let order) = purchase, order.stage == .placed else { return }
        var detail = OrderDetail(order: order, transitions: [])
        let cause = TransitionCause(actor: .system, at: time, reason: reason)
        try Cancellation(input: input, cause: cause, expectedVersion: nil).apply(to: &detail, in: self)
    }

    private func notifyOfReturn(of payment: Payment, for purchase: Purchase, at time: Timestamp) throws {
        switch purchase {
        case .order(let order):
            // A guest has no inbox; the payment page shows it.
            guard order.diner != .guest else { return }
            let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
            try notify(order.diner, .moneyReturned, about: subject, at: time)
        case .topUp(let person):
            let subject = NoticeSubject.account(AccountMovementID(sameAs: payment.id))
            try notify(person, .moneyReturned, about: subject, at: time)
        }
    }
}
