public import Essentials
import Kitchen
public import Ordering

/// A request to place an order.
public struct OrderRequest: Sendable {
    /// The person who orders and pays; the guest for an order at the counter.
    public let person: PersonID
    /// The café.
    public let cafe: CafeID
    /// The items.
    public let basket: Basket
    /// The total that the person saw.
    public let expectedTotal: Money
    /// The program that sends the order.
    public let channel: OrderChannel
    /// When the kitchen gets the ticket.
    public let start: OrderStart
    /// When the order is handed over; used only at a café with pickup windows, for an order that starts at once.
    public let pickup: PickupChoice
    /// How the order is paid; an order that starts on arrival is paid from the meal account.
    public let means: PaymentMeans
    /// The actor that places the order: the person, the cashier, or the kiosk.
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

    /// Makes the request of a kiosk; an order that costs nothing starts at once.
    ///
    /// - Parameters:
    ///   - kiosk: The kiosk, whose café takes the order.
    ///   - payer: The employee who pays from the meal account; `nil` for a guest.
    ///   - payment: How it is paid.
    ///   - basket: The items.
    ///   - expectedTotal: The total that the guest saw.
    ///   - name: The name to call.
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

    /// The name under which the rate limit counts: the person, or the kiosk or cashier that orders for guests.
    var limitName: String {
        guard person == .guest else { return person.rawValue }
        let (kind, id) = actor.stored
        return "\(kind) \(id ?? "")"
    }

    /// The key as stored.
    ///
    /// All kiosks and cashiers order for the same guest, so the stored key includes their name.
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
    /// Its wait for the person; `nil` when it is not waiting.
    public let wait: OrderWait?
    /// Its payment at the provider; `nil` when it is paid from the meal account.
    public let payment: Payment?
    /// Its refunds, oldest first.
    public let returns: [MoneyReturn]
    /// When the kitchen got its ticket; `nil` before.
    public var acceptedAt: Timestamp? { transitions.first { $0.to == .accepted }?.cause.at }
    /// The identifier of its ticket, which exists once the order is accepted.
    public var ticket: TicketID { TicketID(of: order.id) }

    /// Makes a detail from its parts.
    public init(
        order: Order, transitions: [OrderTransition], wait: OrderWait? = nil, payment: Payment? = nil,
        returns: [MoneyReturn] = []
    ) {
        self.order = order
        self.transitions = transitions
        self.wait = wait
        self.payment = payment
        self.returns = returns
    }
}

/// Money of an order that was returned: for its cancellation, or because staff refunded it.
public struct MoneyReturn: Hashable, Sendable {
    /// When it was returned.
    public let at: Timestamp
    /// The amount, including tax.
    public let amount: Money
}
