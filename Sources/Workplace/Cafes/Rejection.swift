public import Essentials
public import Kitchen
import Ordering

/// Why a kitchen rejects an order.
public enum RejectionReason: String, CaseIterable, Hashable, Sendable {
    /// Something that the order needs has run out.
    case ingredient = "missing-ingredient"
    /// The kitchen cannot make the order safe for an allergy.
    case allergy
    /// A machine that the order needs is out of order.
    case equipment
    /// The kitchen has too much to do.
    case busy
    /// The kitchen closes.
    case closing
}

/// A request of the kitchen to reject an order.
public struct Rejection: Hashable, Sendable {
    /// The reason.
    public let reason: RejectionReason
    /// The indices of the lines whose stations already know; the other stations must acknowledge it.
    public let seen: [Int]
    /// Items of the ticket to mark as sold out until the service day ends.
    public let soldOut: [ItemID]

    /// Makes a request from its parts.
    public init(reason: RejectionReason, seen: [Int] = [], soldOut: [ItemID] = []) {
        self.reason = reason
        self.seen = seen
        self.soldOut = soldOut
    }
}

/// A ticket that the kitchen has rejected.
public struct RejectedTicket: Hashable, Sendable {
    /// The cancelled ticket.
    public let ticket: Ticket
    /// The amount that staff give back by hand, because it was paid at the counter; `nil` when the money is returned
    /// automatically.
    public let giveBack: Money?
}

/// Why a rejection was refused, besides ``TicketRefused``.
public enum RejectionRefusal: Error, Hashable, Sendable {
    /// The ticket has no such item, so it is not marked as sold out.
    case notOnTicket(ItemID)
}
