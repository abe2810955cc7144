public import Essentials
public import Kitchen
public import Ordering
import TestSupport

/// Makes orders of the fixture's café as they are after they have been accepted.
public struct OrderBuilder: Sendable {
    /// An accepted order with what belongs to it.
    public struct Accepted: Sendable {
        /// The order, accepted.
        public var order: Order
        /// The transitions that led there.
        public let transitions: [OrderTransition]
        /// The ticket, as it was released.
        public var ticket: Ticket
        /// What was taken from the meal account.
        public let payment: LedgerEntry
    }

    private var generator: SplitMix64

    /// Makes a builder whose identifiers depend on its seed and the time alone.
    public init(seed: UInt64 = 1) { generator = SplitMix64(seed: seed) }

    /// A basket with two soups with cream and a note, and a cake.
    public static let basket = Basket(lines: [
        BasketLine(
            item: Fixture.soup, quantity: 2, choices: [ChoiceSelection(choice: Fixture.cream)],
            note: "no pepper, \"please\" 🙏"),
        BasketLine(item: Fixture.cake),
    ])

    /// Makes the next order.
    ///
    /// - Parameters:
    ///   - sequence: The place in the day's sequence, from 1.
    ///   - person: Who orders and pays.
    ///   - cafe: The café.
    ///   - time: When it is placed, accepted and released.
    /// - Returns: The order, accepted, with its ticket and payment.
    public mutating func accepted(
        sequence: Int, for person: PersonID = Fixture.ada, at cafe: CafeID = Fixture.mainCafe.id,
        time: Timestamp = Fixture.noon
    ) -> Accepted {
        var order = Order(
            id: OrderID(at: time, using: &generator), number: Fixture.known(OrderNumber(sequence: sequence)),
            cafe: cafe, diner: person, basket: Self.priced, placedAt: time,
            serviceDay: Fixture.serviceDay(at: time), channel: .web)
        let cause = TransitionCause(actor: .person(person), at: time)
        let transitions = [OrderInput.place, .accept].map { input in
            Fixture.made { () throws(OrderTransitionRefusal) in
                try order.apply(input, expectedVersion: order.version, cause: cause)
            }
        }
        let ticket = Ticket(releasing: order, at: time)
        let payment = Fixture.made { () throws(LedgerRefusal) in
            try LedgerEntry.payment(for: order, at: time)
        }
        return Accepted(order: order, transitions: transitions, ticket: ticket, payment: payment)
    }

    /// Makes the next order, and leaves it waiting for its person.
    ///
    /// - Parameters:
    ///   - sequence: The place in the day's sequence, from 1.
    ///   - person: Who orders.
    ///   - cafe: The café.
    /// - Returns: The order, placed at noon, with the transition that led there.
    public mutating func waiting(
        sequence: Int, for person: PersonID = Fixture.ada, at cafe: CafeID = Fixture.mainCafe.id
    ) -> (order: Order, placed: OrderTransition) {
        var order = Order(
            id: OrderID(at: Fixture.noon, using: &generator),
            number: Fixture.known(OrderNumber(sequence: sequence)), cafe: cafe, diner: person,
            basket: Self.priced, placedAt: Fixture.noon, serviceDay: Fixture.serviceDay(), channel: .web)
        let cause = TransitionCause(actor: .person(person), at: Fixture.noon)
        let placed = Fixture.made { () throws(OrderTransitionRefusal) in
            try order.apply(.place, expectedVersion: order.version, cause: cause)
        }
        return (order, placed)
    }

    private static let priced = Fixture.made { () throws(BasketRefusal) in
        try basket.priced(at: Fixture.mainCafe)
    }
}
