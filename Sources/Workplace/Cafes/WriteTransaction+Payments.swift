import Essentials
import Kitchen
import Ordering

// What follows from news about a payment, in one transaction with the news.
extension WriteTransaction {
    /// Applies an input to a payment, and to what it pays for.
    ///
    /// News of the provider may come twice and out of order; what was done is not done again.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - id: The payment.
    ///   - paid: What the provider has taken, if it has.
    ///   - time: The present time.
    ///   - quotes: Quotes when a paid order is ready; `nil` for news that pays nothing.
    /// - Returns: The payment as it is now; `nil` for an unknown payment.
    /// - Throws: The store's own error.
    @discardableResult
    func apply(
        _ input: PaymentStateMachine.Input, to id: PaymentID, paid: Money? = nil, at time: Timestamp,
        quoting quotes: ReadyQuotes? = nil
    ) throws -> Payment? {
        guard var payment = try payment(id), let bought = try bought(with: payment) else { return nil }
        var obstacle: String?
        if input == .succeeded {
            obstacle = try paid == payment.amount ? self.obstacle(to: bought, at: time) : "amount-differs"
        }
        let before = payment
        let action = payment.machine.apply(input, canFulfil: obstacle == nil)
        payment.scheduleAfterAnswer(at: time)
        // What nobody is to pay any more is cancelled at once.
        if action == .endReservation, payment.stage == .ending { payment.dueAt = time }
        if payment != before { try update(payment) }
        switch action {
        case .nothing: break
        case .fulfil:
            switch bought {
            case .order(let order): try release(order, quoting: quotes, at: time)
            case .topUp(let person): try fill(person, with: payment, at: time)
            }
        case .endReservation: try end(bought, by: .expire, reason: "unpaid", at: time)
        case .refuse:
            try end(bought, by: .reject, reason: obstacle, at: time)
            try tellOfReturn(of: payment, for: bought, at: time)
        case .returnMoney: try tellOfReturn(of: payment, for: bought, at: time)
        }
        return payment
    }

    /// What a payment buys, as it stands now.
    private enum Bought {
        case order(Order)
        case topUp(PersonID)
    }

    private func bought(with payment: Payment) throws -> Bought? {
        switch payment.purpose {
        case .order(let id): try order(id).map { .order($0) }
        case .topUp(let person): .topUp(person)
        }
    }

    /// Why what was paid for cannot be handed over; `nil` when it can.
    private func obstacle(to bought: Bought, at time: Timestamp) throws -> String? {
        guard case .order(let order) = bought else { return nil }
        guard order.stage == .placed else { return "ended" }
        if let pickup = order.pickup, pickup.end <= time { return "window-over" }
        do { try refuseSoldOut(order.basket.lines, at: order.cafe, time: time) } catch is OrderRefusal {
            return "sold-out"
        }
        return nil
    }

    /// Adds what was paid to the person's meal account.
    private func fill(_ person: PersonID, with payment: Payment, at time: Timestamp) throws {
        try post(try LedgerEntry.topUp(of: payment.amount, for: person, by: payment.id, at: time))
        try announceAccount(of: person, at: time)
        try notify(person, .accountFilled, about: .account(AccountMovementID(sameAs: payment.id)), at: time)
    }

    /// Hands a paid order to the kitchen.
    private func release(_ placed: Order, quoting quotes: ReadyQuotes?, at time: Timestamp) throws {
        var order = placed
        let accepted = try order.apply(
            .accept, expectedVersion: order.version, cause: TransitionCause(actor: .system, at: time))
        let ticket = Ticket(releasing: order, at: time)
        try update(order, after: accepted)
        try insert(ticket, quote: try quotes?.join(ticket, in: self, at: time))
        try post(try LedgerEntry.payment(for: order, at: time))
        try announce(order, and: ticket, at: time)
    }

    /// Ends an order that waits for its payment; does nothing when it has ended.
    private func end(_ bought: Bought, by input: OrderInput, reason: String?, at time: Timestamp) throws {
        guard case .order(let order) = bought, order.stage == .placed else { return }
        var detail = OrderDetail(order: order, transitions: [])
        let cause = TransitionCause(actor: .system, at: time, reason: reason)
        try Cancellation(input: input, cause: cause, expectedVersion: nil).apply(to: &detail, in: self)
    }

    private func tellOfReturn(of payment: Payment, for bought: Bought, at time: Timestamp) throws {
        switch bought {
        case .order(let order):
            // A guest has no inbox: the page that pays says it.
            guard order.diner != .guest else { return }
            let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
            try notify(order.diner, .moneyReturned, about: subject, at: time)
        case .topUp(let person):
            let subject = NoticeSubject.account(AccountMovementID(sameAs: payment.id))
            try notify(person, .moneyReturned, about: subject, at: time)
        }
    }
}
