public import Essentials

/// An order of one person at one café.
public struct Order: Hashable, Sendable {
    /// The identifier, which cannot be guessed.
    public let id: OrderID
    /// The short number that is called out.
    public let number: OrderNumber
    /// The café.
    public let cafe: CafeID
    /// The person who ordered and pays.
    public let diner: PersonID
    /// The lines and sums as sold.
    public let basket: PricedBasket
    /// When it was placed, by the server's clock.
    public let placedAt: Timestamp
    /// The date of the café's service day that it belongs to.
    public let serviceDay: CalendarDate
    /// The program that placed it.
    public let channel: OrderChannel
    /// How it is paid; ``PaymentMeans/account`` for a guest's order until the guest pays at the counter.
    public private(set) var means: PaymentMeans
    /// When it is handed over; `nil` at a café without pickup windows, and while the order waits for its person.
    public private(set) var pickup: OrderPickup?
    private var machine: OrderStateMachine

    /// The present stage.
    public var stage: OrderStage { machine.stage }
    /// The number of changes so far.
    public var version: Int { machine.version }

    /// Makes an order from its parts, for example from stored rows.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - number: The short number.
    ///   - cafe: The café.
    ///   - diner: The person who ordered and pays.
    ///   - basket: The lines and sums as sold.
    ///   - placedAt: When it was placed.
    ///   - serviceDay: The date of the café's service day.
    ///   - channel: The program that placed it.
    ///   - means: How it is paid.
    ///   - pickup: When it is handed over, at a café with pickup windows.
    ///   - machine: Stage and version; a draft by default.
    public init(
        id: OrderID, number: OrderNumber, cafe: CafeID, diner: PersonID, basket: PricedBasket,
        placedAt: Timestamp,
        serviceDay: CalendarDate, channel: OrderChannel, means: PaymentMeans = .account,
        pickup: OrderPickup? = nil, machine: OrderStateMachine = OrderStateMachine()
    ) {
        self.id = id
        self.number = number
        self.cafe = cafe
        self.diner = diner
        self.basket = basket
        self.placedAt = placedAt
        self.serviceDay = serviceDay
        self.channel = channel
        self.means = means
        self.pickup = pickup
        self.machine = machine
    }

    /// Sets how the order is paid, when its guest pays at the counter.
    public mutating func pay(with means: PaymentMeans) { self.means = means }

    /// Sets when the order is handed over, when its person has come near.
    public mutating func schedule(_ pickup: OrderPickup) { self.pickup = pickup }

    /// Applies an input to the order.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - expectedVersion: The version that the sender of the input saw.
    ///   - cause: Who caused it, with which device, when and why.
    /// - Returns: The record of the change.
    /// - Throws: ``OrderTransitionRefusal`` as ``OrderStateMachine/apply(_:expectedVersion:cause:)`` does.
    public mutating func apply(
        _ input: OrderInput, expectedVersion: Int, cause: TransitionCause
    ) throws(OrderTransitionRefusal) -> OrderTransition {
        try machine.apply(input, expectedVersion: expectedVersion, cause: cause)
    }
}

/// The program that placed an order.
public enum OrderChannel: String, CaseIterable, Hashable, Sendable {
    /// The pages.
    case web
    /// The command line.
    case terminal
    /// A kiosk of the café.
    case kiosk
    /// A cashier at the counter, for a guest who stands there.
    case counter

    /// Whether the person waits in the café.
    public var isWalkUp: Bool { self == .counter || self == .kiosk }
}
