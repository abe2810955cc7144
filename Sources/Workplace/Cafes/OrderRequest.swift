public import Essentials
import Kitchen
public import Ordering

/// What a person asks for when they place an order.
public struct OrderRequest: Sendable {
    /// Who orders and pays.
    public let person: PersonID
    /// Where.
    public let cafe: CafeID
    /// What.
    public let basket: Basket
    /// The total that the person agreed to.
    public let expectedTotal: Money
    /// Through what.
    public let channel: OrderChannel
    /// When the kitchen is to get the ticket.
    public let start: OrderStart
    /// Makes a repeated request recognisable; scoped to the person.
    public let key: String
    /// The SHA-256 digest of the request's body, to tell a repetition from a different request.
    public let fingerprint: [UInt8]

    /// Makes a request from its parts.
    public init(
        person: PersonID, cafe: CafeID, basket: Basket, expectedTotal: Money, channel: OrderChannel,
        start: OrderStart = .atOnce, key: String, fingerprint: [UInt8]
    ) {
        self.person = person
        self.cafe = cafe
        self.basket = basket
        self.expectedTotal = expectedTotal
        self.channel = channel
        self.start = start
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// An order as it stood when it was placed.
public struct PlacedOrder: Sendable {
    /// The order: accepted and paid for, or waiting for its person with its total set aside.
    public let detail: OrderDetail
    /// Whether the request had been answered before and nothing was done now.
    public let isReplay: Bool
}

/// An order with what led to its stage.
public struct OrderDetail: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// Its transitions, in order.
    public let transitions: [OrderTransition]
    /// How long it waits for its person, while it does.
    public let wait: OrderWait?
    /// The kitchen's ticket for it, once there is one.
    public var ticket: TicketID { TicketID(of: order.id) }

    /// Makes a detail from its parts.
    public init(order: Order, transitions: [OrderTransition], wait: OrderWait? = nil) {
        self.order = order
        self.transitions = transitions
        self.wait = wait
    }
}
