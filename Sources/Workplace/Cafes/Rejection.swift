public import Essentials
public import Kitchen
import Ordering

/// Why a kitchen rejects an order.
public enum RejectionReason: String, CaseIterable, Hashable, Sendable {
    /// Something that the order needs has run out.
    case ingredient = "missing-ingredient"
    /// The kitchen cannot keep the order free of what its person must not have.
    case allergy
    /// A machine that the order needs is out of order.
    case equipment
    /// The kitchen has more to do than it can.
    case busy
    /// The kitchen closes.
    case closing
}

/// A request of the kitchen to reject an order.
public struct Rejection: Hashable, Sendable {
    /// Why.
    public let reason: RejectionReason
    /// The indices of the lines whose stations know it already; the other stations acknowledge it.
    public let seen: [Int]
    /// Items of the ticket that are sold out from now on, until the service day ends.
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
    /// The ticket, which is cancelled.
    public let ticket: Ticket
    /// What the staff give back by hand, because it was paid at the counter; `nil` for an order whose money goes back by itself.
    public let giveBack: Money?
}

/// Why a rejection was refused, besides what its ticket refuses.
public enum RejectionRefusal: Error, Hashable, Sendable {
    /// The ticket has no such item, so it is not marked as sold out.
    case notOnTicket(ItemID)
}
