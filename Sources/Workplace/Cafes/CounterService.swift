public import Essentials
import Kitchen
public import Ordering

/// Why a walk-up order was cancelled.
public enum CounterReason: String, CaseIterable, Hashable, Sendable {
    /// The cashier entered a wrong order.
    case mistake
    /// The guest changed their mind.
    case changedMind = "changed-mind"
    /// The guest could not pay.
    case notPaid = "not-paid"
}

/// Takes orders of guests at a café's counter, and hands orders over by their codes.
public struct CounterService: Sendable {
    /// The maximum number of orders that the counter shows.
    static let ordersShown = 60
    /// The number of wrong codes that a café may try in a minute.
    static let wrongCodesPerMinute = 20

    let orders: OrderService
    private let wrongCodes = MinuteLimit(wrongCodesPerMinute, namesAtMost: 10_000)
    private var store: any WorkplaceStore { orders.store }
    private var campuses: CampusRegistry { orders.campuses }

    /// Makes a service that places its orders through the order service.
    public init(orders: OrderService) { self.orders = orders }

    /// The counter of a café: its orders of the present service day, and whether it is paused.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func counter(of cafe: CafeID, for principal: Principal) async throws -> Snapshot<Counter> {
        let found = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = orders.now()
        let day = campuses.openingStatus(of: found, at: time).serviceDay.date
        return try await store.read { reading in
            let walkUps = try reading.counterOrders(of: cafe, day: day, limit: Self.ordersShown).map {
                order in
                try reading.walkUp(order)
            }
            let counter = Counter(
                walkUps: walkUps, pausedUntil: try reading.pace(of: cafe, at: time).pauseEnd(of: .counter))
            return Snapshot(asOf: try reading.feedBounds().last, time: time, content: counter)
        }
    }

    /// Places an order of a guest who has paid at the counter.
    ///
    /// - Parameters:
    ///   - basket: The items.
    ///   - cafe: The café.
    ///   - expectedTotal: The total that the guest paid.
    ///   - pickup: When the order is handed over.
    ///   - means: How the guest paid.
    ///   - name: The name to call; it is deleted after a day.
    ///   - key: The idempotency key.
    ///   - fingerprint: The digest of the request's body.
    ///   - principal: The cashier, or the display at the counter.
    /// - Returns: The order as it was placed, and whether this is the answer of an earlier request with the same key.
    /// - Throws: ``WorkplaceRefusal/forbidden``, and what ``OrderService/place(_:)`` throws.
    public func place(
        _ basket: Basket, at cafe: CafeID, expectedTotal: Money, pickup: PickupChoice, means: PaymentMeans,
        name: String?, key: String, fingerprint: [UInt8], by principal: Principal
    ) async throws -> (walkUp: WalkUp, isReplay: Bool) {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        precondition(PaymentMeans.atCounter.contains(means), "\(means) is not paid at the counter")
        let placed = try await orders.place(
            OrderRequest(
                person: .guest, cafe: cafe, basket: basket, expectedTotal: expectedTotal, channel: .counter,
                pickup: pickup, means: means, actor: principal.actor, callName: name, key: key,
                fingerprint: fingerprint))
        return (WalkUp(order: placed.detail.order, name: name, until: nil, giveBack: nil), placed.isReplay)
    }

    /// Cancels a walk-up order that the kitchen has not started; the cashier gives back the money that was paid at the counter.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, also for an order that was not placed at the counter or a kiosk, and
    ///   `OrderTransitionRefusal`.
    public func cancel(
        _ id: OrderID, at cafe: CafeID, because reason: CounterReason, expectedVersion: Int?,
        by principal: Principal
    ) async throws -> WalkUp {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let cause = TransitionCause(
            actor: principal.actor, device: principal.actor.device, at: orders.now(), reason: reason.rawValue)
        let walkUp = try await store.write { transaction in
            guard let order = try transaction.order(id), order.cafe == cafe, order.channel.isWalkUp else {
                throw WorkplaceRefusal.unknownOrder(id)
            }
            var detail = try OrderService.detail(of: order, in: transaction)
            try Cancellation(cause: cause, expectedVersion: expectedVersion).apply(
                to: &detail, in: transaction)
            return try transaction.walkUp(detail.order)
        }
        if walkUp.order.means == .card { orders.payments.due() }
        return walkUp
    }

    /// Hands over the order of a code; repeating it changes nothing.
    ///
    /// An order that counts as not collected can still be handed over on its service day.
    ///
    /// - Throws: ``WorkplaceRefusal/wrongHandoverCode`` for a code without an order at the café on this service day,
    ///   ``WorkplaceRefusal/tooManyHandoverCodes(retryAfter:)`` after too many of them, and `OrderTransitionRefusal` for an
    ///   order that is not ready.
    public func handOver(_ code: String, at cafe: CafeID, by principal: Principal) async throws -> Order {
        let found = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let time = orders.now()
        let day = campuses.openingStatus(of: found, at: time).serviceDay.date
        // Counted before the comparison, so that attempts beyond the limit learn nothing.
        if let wait = wrongCodes.add(cafe.rawValue, at: time) {
            throw WorkplaceRefusal.tooManyHandoverCodes(retryAfter: wait)
        }
        let order = try await store.read { reading in
            try HandoverCode.number(in: code).flatMap { try reading.order(numbered: $0, at: cafe, on: day) }
        }
        guard let order, HandoverCode(of: order).text == code else {
            throw WorkplaceRefusal.wrongHandoverCode
        }
        wrongCodes.takeBack(cafe.rawValue)
        return try await store.write { try handOver(order.id, at: time, by: principal, in: $0) }
    }

    private func handOver(
        _ id: OrderID, at time: Timestamp, by principal: Principal, in transaction: WriteTransaction
    ) throws -> Order {
        guard var order = try transaction.order(id), let ticket = try transaction.ticket(TicketID(of: id))
        else { throw WorkplaceRefusal.wrongHandoverCode }
        switch order.stage {
        case .collected: return order
        case .notCollected:
            let cause = TransitionCause(actor: principal.actor, device: principal.actor.device, at: time)
            let transition = try order.apply(.collect, expectedVersion: order.version, cause: cause)
            try transaction.update(order, after: transition)
            try transaction.announce(order, and: ticket, at: time)
            try transaction.notifyDiner(of: order, after: transition, at: time)
            return order
        case .ready:
            let move = TicketMove(
                input: .collect, actor: principal.actor, expectedVersion: nil,
                context: try campuses.context(of: ticket, at: time))
            _ = try move.apply(to: ticket, in: transaction)
            return try transaction.order(id) ?? order
        default: throw OrderTransitionRefusal.illegal(stage: order.stage, input: .collect)
        }
    }
}

/// The content of a café's counter page.
public struct Counter: Hashable, Sendable {
    /// The orders that were placed there or at a kiosk: first the orders that are not handed over, then the others, latest
    /// first.
    public let walkUps: [WalkUp]
    /// The end of the pause; `nil` when it is not paused.
    public let pausedUntil: Timestamp?
}

/// An order that was placed at the counter or at a kiosk.
public struct WalkUp: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// The name to call; `nil` without one, and after a day.
    public let name: String?
    /// When it expires without a payment at the counter; `nil` when it is paid, or is being paid by card.
    public let until: Timestamp?
    /// The amount that the staff give back for an order that the kitchen rejected.
    public let giveBack: Money?
}

extension ReadTransaction {
    /// The order as the counter shows it.
    fileprivate func walkUp(_ order: Order) throws -> WalkUp {
        WalkUp(
            order: order, name: try callName(of: order.id),
            until: order.stage == .placed && order.means != .card ? try wait(of: order.id)?.until : nil,
            giveBack: order.stage == .rejected ? try returnedByHand(for: order) : nil)
    }
}
