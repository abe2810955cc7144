import Essentials
import Kitchen
import Ordering

/// Starts a waiting order: books the first pickup window, takes the payment and creates the ticket.
struct Release: Sendable {
    let cause: TransitionCause
    let cafe: Cafe
    /// The booker of the café's pickup windows; `nil` for a café without windows.
    let booker: PickupBooker?
    /// Quotes when the order is ready.
    let quotes: ReadyQuotes
    /// How a guest paid at the counter; `nil` for a person's order.
    var means: PaymentMeans?

    func apply(to detail: inout OrderDetail, in transaction: WriteTransaction) throws {
        var order = detail.order
        let lines = order.basket.lines
        try transaction.refusePaused(lines, by: order.channel, at: order.cafe, time: cause.at)
        // Counted stock was taken when the order was placed. An item that the kitchen has marked as sold out since cannot be
        // made.
        try transaction.refuseSoldOut(lines, at: order.cafe, time: cause.at)
        let accepted = try order.apply(.accept, expectedVersion: order.version, cause: cause)
        if let means {
            order.pay(with: means)
            try transaction.updateMeans(of: order)
        }
        let booking = try booker.map { booker in
            let expired = try transaction.pickupHolds(expiredBy: booker.time)
            return try booker.book(.soonest, for: lines, releasing: expired, in: transaction)
        }
        try cafe.checkServed(lines.map(\.item), at: booking?.readyAt ?? cause.at)
        if let booking {
            order.schedule(OrderPickup(booking, of: lines, at: cause.at))
            try transaction.insert(booking, of: order.id, at: order.cafe)
            try transaction.updatePickup(of: order)
        }
        let ticket = Ticket(
            releasing: order, at: cause.at, as: order.channel.isWalkUp ? .walkUp : .arrival,
            callName: try transaction.callName(of: order.id))
        try transaction.update(order, after: accepted)
        let quote = try quotes.join(ticket, in: transaction, at: cause.at)
        try transaction.insert(ticket, quote: quote)
        try transaction.endWait(of: order.id)
        try transaction.post(try LedgerEntry.payment(for: order, at: cause.at))
        try transaction.announce(order, and: ticket, at: cause.at)
        try transaction.announceComing(at: order.cafe, time: cause.at)
        detail = OrderDetail(order: order, transitions: detail.transitions + [accepted], quote: quote)
    }
}
