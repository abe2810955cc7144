import Essentials
import Kitchen
import Ordering

/// Writes a checked order to the store.
struct Placement: Sendable {
    let request: OrderRequest
    let cafe: Cafe
    let basket: PricedBasket
    let snapshot: BasketSnapshot
    /// The booker of the café's pickup windows; `nil` for a café without windows, and for an order that waits.
    let booker: PickupBooker?
    /// Quotes when the order is ready.
    let quotes: ReadyQuotes
    /// The quantity of each counted item in the order.
    let countedItems: [(item: ItemID, count: Int)]
    let serviceDay: CalendarDate
    /// When the café closes or its service day ends, the earlier of the two.
    let lastStart: Timestamp
    let time: Timestamp
    let order: OrderID

    /// Runs the query for the idempotency key and those of ``apply(in:)`` in one round trip; does nothing for a file.
    func readAhead(in transaction: WriteTransaction) throws {
        try transaction.connection.readAhead {
            [
                .keyUse(of: request.person, key: request.storedKey),
                .mealAccount(of: request.person, in: basket.currency), .pauses(of: cafe.id, at: time),
                .delay(of: cafe.id, at: time), .soldOut(of: cafe.id, at: time),
                .lastSequence(of: cafe.id, day: serviceDay),
            ]
        }
    }

    /// Reduces the stock, charges or reserves the total, and inserts the order.
    ///
    /// It also inserts the idempotency key, and either the ticket or the wait.
    func apply(in transaction: WriteTransaction) throws -> OrderDetail {
        if request.means == .account { try authorise(in: transaction) }
        try transaction.refusePaused(basket.lines, by: request.channel, at: cafe.id, time: time)
        try transaction.refuseSoldOut(basket.lines, at: cafe.id, time: time)
        try takeStock(in: transaction)
        let booking = try bookPickup(in: transaction)
        // Serving hours are checked for the time at which the food can be ready; in a window that has begun, this is after its
        // start.
        try cafe.checkServed(basket.lines.map(\.item), at: booking?.readyAt ?? time)
        var order = try draft(with: booking, in: transaction)
        let cause = TransitionCause(actor: request.actor, device: request.actor.device, at: time)
        let placed = try order.apply(.place, expectedVersion: order.version, cause: cause)
        let detail =
            switch (request.start, request.means) {
            case (.atOnce, .account), (.atOnce, .cash), (.atOnce, .terminal):
                try release(order, after: placed, with: booking, in: transaction)
            case (.atOnce, .card): try reserve(order, after: placed, with: booking, in: transaction)
            case (.whenNear, _): try hold(order, after: placed, in: transaction)
            }
        if let name = request.callName { try transaction.insertCallName(name, of: detail.order.id, at: time) }
        try transaction.insert(
            IdempotencyKeyUse(
                person: request.person, key: request.storedKey, fingerprint: request.fingerprint,
                order: order.id,
                usedAt: time))
        return detail
    }

    /// Inserts a paid order with its ticket.
    private func release(
        _ draft: Order, after placed: OrderTransition, with booking: PickupBooking?,
        in transaction: WriteTransaction
    ) throws -> OrderDetail {
        var order = draft
        let accepted = try order.apply(.accept, expectedVersion: order.version, cause: placed.cause)
        try transaction.insert(order, as: snapshot, transitions: [placed, accepted])
        if let booking { try transaction.insert(booking, of: order.id, at: cafe.id) }
        let released = Ticket(releasing: order, at: time)
        let quote = try quotes.join(released, in: transaction, at: time)
        try transaction.insert(released, quote: quote)
        try transaction.post(try LedgerEntry.payment(for: order, at: time))
        try transaction.announce(order, and: released, at: time)
        return OrderDetail(order: order, transitions: [placed, accepted], quote: quote)
    }

    /// Inserts an order that waits for its payment; stock, window and price stay reserved until then.
    private func reserve(
        _ order: Order, after placed: OrderTransition, with booking: PickupBooking?,
        in transaction: WriteTransaction
    ) throws -> OrderDetail {
        let timeToPay = request.channel == .kiosk ? Payment.timeToPayAtKiosk : Payment.timeToPay
        let end = min(time.advanced(by: timeToPay), booking?.window.end ?? lastStart)
        let payment = Payment(
            id: PaymentID(sameAs: order.id), for: .order(order.id), amount: basket.total, endsAt: end,
            dueAt: end)
        try transaction.insert(order, as: snapshot, transitions: [placed])
        if let booking { try transaction.insert(booking, of: order.id, at: cafe.id) }
        try transaction.insert(payment)
        try transaction.announceWaiting(order, at: time)
        return OrderDetail(order: order, transitions: [placed], payment: payment)
    }

    /// Inserts an order that waits for its person.
    private func hold(
        _ order: Order, after placed: OrderTransition, in transaction: WriteTransaction
    ) throws -> OrderDetail {
        // The wait also ends when one of its items is no longer served.
        let servingEnd = cafe.servingEnd(of: request.basket, after: time) ?? lastStart
        let wait = OrderWait(
            from: time, closingAt: min(lastStart, servingEnd),
            longest: request.person == .guest ? OrderWait.longestUnpaid : OrderWait.longest)
        try transaction.insert(order, as: snapshot, transitions: [placed])
        try transaction.insert(wait, of: order)
        try transaction.announceWaiting(order, at: time)
        return OrderDetail(order: order, transitions: [placed], wait: wait)
    }

    private func takeStock(in transaction: WriteTransaction) throws {
        guard !countedItems.isEmpty else { return }
        let short = try countedItems.filter { item, count in
            try !transaction.takeStock(of: item, at: cafe.id, count: count, time: time)
        }
        guard short.isEmpty else { throw OrderRefusal.soldOut(short.map(\.item)) }
        try transaction.announceMenu(of: cafe.id, items: countedItems.map(\.item), at: time)
    }

    /// Takes over the hold of the person's basket, or books a window.
    private func bookPickup(in transaction: WriteTransaction) throws -> PickupBooking? {
        guard let booker else { return nil }
        let holds = try transaction.pickupHolds(expiredBy: time, orOf: request.person)
        if let hold = holds.first(where: { $0.person == request.person }), hold.cafe == cafe.id {
            let held = try booker.booking(of: hold, as: request.pickup, for: basket.lines, in: transaction)
            if let held {
                try transaction.takeOver(hold)
                return held
            }
            try transaction.release(hold, at: time)
        }
        let expired = holds.filter { $0.expiresAt <= time }
        return try booker.book(request.pickup, for: basket.lines, releasing: expired, in: transaction)
    }

    private func authorise(in transaction: WriteTransaction) throws {
        // A guest pays at the counter.
        guard request.person != .guest else { return }
        let currency = basket.currency
        guard let account = try transaction.mealAccount(of: request.person, in: currency) else {
            throw OrderRefusal.noAccountInCurrency(currency)
        }
        try account.authorise(basket.total)
    }

    private func draft(with booking: PickupBooking?, in transaction: WriteTransaction) throws -> Order {
        let sequence = try transaction.nextOrderSequence(of: cafe.id, day: serviceDay)
        guard let number = OrderNumber(sequence: sequence) else {
            preconditionFailure("sequence \(sequence)")
        }
        return Order(
            id: order, number: number, cafe: cafe.id, diner: request.person, basket: basket, placedAt: time,
            serviceDay: serviceDay, channel: request.channel, means: request.means,
            pickup: booking.map { OrderPickup($0, of: basket.lines, at: time) })
    }
}

extension [OrderLine] {
    /// The counted items of the lines with their quantities, each item once, in the order of the lines.
    func countedItems(_ isCounted: (ItemID) -> Bool) -> [(item: ItemID, count: Int)] {
        var counts: [(item: ItemID, count: Int)] = []
        for line in self where isCounted(line.item) {
            if let index = counts.firstIndex(where: { $0.item == line.item }) {
                counts[index].count += line.quantity
            } else {
                counts.append((line.item, line.quantity))
            }
        }
        return counts
    }
}
