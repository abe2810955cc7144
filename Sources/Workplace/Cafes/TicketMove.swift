import Essentials
import Kitchen
import Ordering

/// Applies an input to a ticket and to its order.
struct TicketMove: Sendable {
    /// The result of a move.
    struct Result: Sendable {
        let ticket: Ticket
        let setsNotice: Bool
    }

    let input: TicketInput
    let actor: Ordering.Actor
    let expectedVersion: Int?
    let context: TicketContext

    /// Changes ticket and order together; a repeated input writes nothing.
    func apply(to ticket: Ticket, in transaction: WriteTransaction) throws -> Result {
        var moved = ticket
        let action: TicketAction
        do {
            action = try moved.apply(
                input, expectedVersion: expectedVersion ?? ticket.version, in: context)
        } catch {
            throw TicketRefused(reason: error, ticket: ticket)
        }
        guard action.isChange else { return Result(ticket: ticket, setsNotice: false) }
        try transaction.update(moved, at: context.now)
        try follow(action, of: moved, in: transaction)
        if case .set = action.noticeTimer { return Result(ticket: moved, setsNotice: true) }
        return Result(ticket: moved, setsNotice: false)
    }

    private func follow(_ action: TicketAction, of ticket: Ticket, in transaction: WriteTransaction) throws {
        guard let orderInput = action.orderInput else {
            if input == .pullForward || input == .putBack {
                return try transaction.announceEntry(of: ticket, at: context.now)
            }
            return try transaction.announce(ticket, at: context.now)
        }
        guard var order = try transaction.order(ticket.order) else {
            throw WorkplaceRefusal.unknownOrder(ticket.order)
        }
        let cause = TransitionCause(actor: actor, device: actor.device, at: context.now)
        let transition = try order.apply(orderInput, expectedVersion: order.version, cause: cause)
        try transaction.update(order, after: transition)
        if transition.to == .ready { try transaction.settleQuote(of: ticket, readyAt: context.now) }
        if transition.from == .ready { try transaction.endHandoverWait(of: order.id) }
        try transaction.announce(order, and: ticket, at: context.now)
        try transaction.notifyDiner(of: order, after: transition, at: context.now)
    }
}

extension Ordering.Actor {
    /// The device, if the actor is one.
    var device: DeviceID? {
        if case .device(let id) = self { id } else { nil }
    }
}
