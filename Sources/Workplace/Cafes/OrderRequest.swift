public import Essentials
public import Kitchen
public import Ordering

/// A request to place an order.
public struct OrderRequest: Sendable {
    /// Who orders and pays; the guest for an order at the counter.
    public let person: PersonID
    /// The café.
    public let cafe: CafeID
    /// The items.
    public let basket: Basket
    /// The total that the person agreed to.
    public let expectedTotal: Money
    /// The program that sends the order.
    public let channel: OrderChannel
    /// When the kitchen gets the ticket.
    public let start: OrderStart
    /// When the order is handed over; counts only at a café with pickup windows, for an order that starts at once.
    public let pickup: PickupChoice
    /// What the order is paid with; an order that starts on arrival is paid from the meal account.
    public let means: PaymentMeans
    /// Who places the order: the person, the cashier, or the kiosk.
    let actor: Ordering.Actor
    /// The name to call at the counter.
    let callName: String?
    /// The idempotency key, which identifies repeated requests; each person, kiosk and cashier has separate keys.
    public let key: String
    /// The SHA-256 digest of the request's body, which distinguishes a repeated request from a different one.
    public let fingerprint: [UInt8]

    /// Makes a request from its parts.
    public init(
        person: PersonID, cafe: CafeID, basket: Basket, expectedTotal: Money, channel: OrderChannel,
        start: OrderStart = .atOnce, pickup: PickupChoice = .soonest,
        means: PaymentMeans = .account, actor: Ordering.Actor? = nil, callName: String? = nil,
        key: String, fingerprint: [UInt8]
    ) {
        self.person = person
        self.cafe = cafe
        self.basket = basket
        self.expectedTotal = expectedTotal
        self.channel = channel
        self.start = start
        self.pickup = pickup
        self.means = means
        self.callName = callName
        self.actor = actor ?? .person(person)
        self.key = key
        self.fingerprint = fingerprint
    }

    /// Makes the request of a kiosk; what a guest has not to pay starts at once.
    ///
    /// - Parameters:
    ///   - kiosk: The kiosk, whose café takes the order.
    ///   - payer: The employee who pays from the meal account; `nil` for a guest.
    ///   - payment: How it is paid.
    ///   - basket: The items.
    ///   - expectedTotal: The total that the guest agreed to.
    ///   - name: The name to be called.
    ///   - key: The idempotency key.
    ///   - fingerprint: The SHA-256 digest of the request's body.
    public init(
        at kiosk: CafeScreen, of payer: PersonID?, paying payment: KioskPayment, basket: Basket,
        expectedTotal: Money, name: String?, key: String, fingerprint: [UInt8]
    ) {
        precondition((payer != nil) == (payment == .account), "only employees pay from an account")
        person = payer ?? .guest
        cafe = kiosk.cafe
        self.basket = basket
        self.expectedTotal = expectedTotal
        channel = .kiosk
        let isFree = expectedTotal.minorUnits == 0
        start = payment == .counter && !isFree ? .whenNear : .atOnce
        pickup = .soonest
        self.key = key
        self.fingerprint = fingerprint
        actor = payer.map { .person($0) } ?? .device(kiosk.id)
        callName = name
        means =
            switch payment {
            case .counter: isFree ? .cash : .account
            case .account: .account
            case .card: .card
            }
    }

    /// Whose orders of a minute are counted: the person's, or those that a kiosk or a cashier sends for guests.
    var limitName: String {
        guard person == .guest else { return person.rawValue }
        let (kind, id) = actor.stored
        return "\(kind) \(id ?? "")"
    }

    /// The key as it is stored: all kiosks and cashiers order for the same guest, and each has keys of its own.
    var storedKey: String { person == .guest ? "\(limitName) \(key)" : key }
}

/// An order in the state in which it was placed.
public struct PlacedOrder: Sendable {
    /// The order: accepted and paid for, or waiting for its payment or its person.
    public let detail: OrderDetail
    /// Whether this is the answer of an earlier request with the same key.
    public let isReplay: Bool
}

/// An order with its transitions.
public struct OrderDetail: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// Its transitions, in order.
    public let transitions: [OrderTransition]
    /// Its wait for the person; `nil` when it does not wait.
    public let wait: OrderWait?
    /// Its payment at the provider; `nil` when it is paid from the meal account.
    public let payment: Payment?
    /// What of it was paid back, the first return first.
    public let returns: [MoneyReturn]
    /// What it was quoted when it joined the line; `nil` when it was promised a window.
    public let quote: ReadyQuote?
    /// When the kitchen got it; `nil` while it waits.
    public var acceptedAt: Timestamp? { transitions.first { $0.to == .accepted }?.cause.at }
    /// The identifier of its ticket, which exists once the order is accepted.
    public var ticket: TicketID { TicketID(of: order.id) }

    /// Makes a detail from its parts.
    public init(
        order: Order, transitions: [OrderTransition], wait: OrderWait? = nil, payment: Payment? = nil,
        returns: [MoneyReturn] = [], quote: ReadyQuote? = nil
    ) {
        self.order = order
        self.transitions = transitions
        self.wait = wait
        self.payment = payment
        self.returns = returns
        self.quote = quote
    }
}

/// Money of an order that was paid back: for its cancellation, or because staff refunded it.
public struct MoneyReturn: Hashable, Sendable {
    /// When.
    public let at: Timestamp
    /// How much, with its tax.
    public let amount: Money
}
