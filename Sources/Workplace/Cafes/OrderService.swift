public import Essentials
import Kitchen
public import Ordering

/// Places, shows, starts and cancels orders.
public struct OrderService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let limit: MinuteLimit
    let payments: PaymentService
    let quotes: ReadyQuotes
    let waitBegan: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the orders.
    ///   - campuses: The cafés and their menus.
    ///   - limit: The maximum number of orders of a person in a minute.
    ///   - payments: Takes payments through the provider.
    ///   - quotes: Quotes when orders are ready.
    ///   - waitBegan: Called when an order begins to wait, so that the timer of waits checks again.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, limit: MinuteLimit, payments: PaymentService,
        quotes: ReadyQuotes,
        waitBegan: @escaping @Sendable () -> Void, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.limit = limit
        self.payments = payments
        self.quotes = quotes
        self.waitBegan = waitBegan
        self.now = now
    }

    /// A café with its present opening status.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus`` and ``WorkplaceRefusal/unknownCafe(_:)``.
    public func cafe(_ id: CafeID) throws(WorkplaceRefusal) -> (cafe: Cafe, status: OpeningStatus) {
        guard let cafe = try campuses.inForce().cafe(id) else { throw .unknownCafe(id) }
        return (cafe, campuses.openingStatus(of: cafe, at: now()))
    }

    /// The sold-out items and choices of a café: the kitchen's marks, and items whose counted stock is used up.
    public func soldOut(of cafe: CafeID) async throws -> SoldOut {
        let time = now()
        return try await store.read { reading in
            try reading.soldOut(of: cafe, at: time).adding(
                items: Set(reading.remainingStock(of: cafe).filter { $0.value <= 0 }.keys))
        }
    }

    /// Which items of a café are served now.
    public func servingTimes(of cafe: Cafe) -> ServingTimes { campuses.servingTimes(of: cafe, at: now()) }

    /// Reprices a basket at another café without saving anything.
    ///
    /// - Parameters:
    ///   - basket: The basket.
    ///   - cafe: The other café.
    ///   - seen: For each line, the last unit price that the person saw, or `nil`.
    ///   - pickup: When the order would be picked up; `nil` means now.
    /// - Returns: One outcome for each line.
    /// - Throws: `OrderRefusal.basket(_:)` for a basket with too many lines, or the store's own error.
    public func reprice(
        _ basket: Basket, at cafe: Cafe, seen: [Money?], pickup: Timestamp? = nil
    ) async throws -> BasketRepricing {
        guard basket.lines.count <= Basket.maximumLines else {
            let mistake = BasketMistake(reason: .tooManyLines(maximum: Basket.maximumLines))
            throw OrderRefusal.basket(BasketRefusal(mistakes: [mistake]))
        }
        let soldOut = try await soldOut(of: cafe.id)
        return basket.repriced(at: cafe, seen: seen, soldOut: soldOut.items, pickup: pickup ?? now())
            .marking(soldOut, in: basket)
    }

    /// Places an order: takes stock and payment, assigns a number and creates the ticket, all in one transaction.
    ///
    /// An order that starts on arrival reserves its total; the ticket is created when the person arrives.
    ///
    /// A repeated request with the same key gets the first answer, even if the café has closed or prices have changed since.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/keyReused``,
    ///   ``WorkplaceRefusal/tooManyOrders(retryAfter:)``, `OrderRefusal`, or the store's error.
    public func place(_ request: OrderRequest) async throws -> PlacedOrder {
        let placement: Placement
        do {
            placement = try prepare(request)
        } catch {
            guard let replay = try await store.read({ try Self.replay(of: request, in: $0) }) else {
                throw error
            }
            return replay
        }
        let placed: PlacedOrder
        do {
            placed = try await store.write { transaction in
                try placement.readAhead(in: transaction)
                if let replay = try Self.replay(of: request, in: transaction) { return replay }
                return PlacedOrder(detail: try placement.apply(in: transaction), isReplay: false)
            }
        } catch {
            // A refusal counts toward the limit, because it needed a transaction. A failure of the store does not count.
            let isRefusal = error is OrderRefusal || error is WorkplaceRefusal
            if !isRefusal { limit.takeBack(request.limitName) }
            throw error
        }
        if placed.isReplay { limit.takeBack(request.limitName) }
        if placed.detail.wait != nil { waitBegan() }
        if placed.detail.payment != nil { payments.due() }
        return placed
    }

    /// Finds one of a person's orders.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)`` also for another person's order.
    public func order(_ id: OrderID, of person: PersonID) async throws -> OrderDetail {
        try await store.read { try Self.detail(of: id, for: person, in: $0) }
    }

    /// A person's orders, latest first.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - before: The last order of the previous page; `nil` for the first page.
    ///   - limit: The most orders to return.
    /// - Returns: The orders with their transitions.
    /// - Throws: The store's own error.
    public func orders(of person: PersonID, before: OrderID?, limit: Int) async throws -> [OrderDetail] {
        try await store.read { reading in
            try reading.orders(of: person, before: before, limit: limit).map { order in
                try Self.detail(of: order, in: reading)
            }
        }
    }

    /// Cancels an order that the kitchen has not started; returns its money and its stock.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - person: The person who must own the order.
    ///   - expectedVersion: The version that the person saw; `nil` accepts any version.
    /// - Returns: The order, cancelled.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, `OrderTransitionRefusal`, and `OrderRefusal.pastCutoff(_:)` after the
    ///   cutoff of an order for later.
    public func cancel(_ id: OrderID, of person: PersonID, expectedVersion: Int?) async throws -> OrderDetail
    {
        let cause = TransitionCause(actor: .person(person), at: now())
        let detail = try await store.write { transaction in
            var detail = try Self.detail(of: id, for: person, in: transaction)
            try detail.checkCutoff(at: cause.at)
            let cancellation = Cancellation(cause: cause, expectedVersion: expectedVersion)
            try cancellation.apply(to: &detail, in: transaction)
            return detail
        }
        if detail.payment != nil { payments.due() }
        return detail
    }

    /// Checks and prices a request without the store.
    private func prepare(_ request: OrderRequest) throws -> Placement {
        let time = now()
        guard let cafe = try campuses.inForce().cafe(request.cafe) else {
            throw WorkplaceRefusal.unknownCafe(request.cafe)
        }
        let status = campuses.openingStatus(of: cafe, at: time)
        let booker = try pickupBooker(for: request, at: cafe, status, time)
        try request.basket.checkNotes()
        let basket: PricedBasket
        do { basket = try request.basket.priced(at: cafe) } catch { throw OrderRefusal.basket(error) }
        try basket.checkExpectedTotal(request.expectedTotal)
        // Cash, the counter's terminal and free orders need no provider.
        if !PaymentMeans.atCounter.contains(request.means) { try payments.check(request.means) }
        if request.means == .card, basket.total.minorUnits == 0 { throw PaymentRefusal.nothingToPay }
        if let remaining = limit.add(request.limitName, at: time) {
            throw WorkplaceRefusal.tooManyOrders(retryAfter: remaining)
        }
        var generator = SystemRandomNumberGenerator()
        return Placement(
            request: request, cafe: cafe, basket: basket, snapshot: BasketSnapshot(of: basket),
            booker: booker, quotes: quotes,
            countedItems: basket.lines.countedItems(cafe.menu.countsStock(of:)),
            serviceDay: request.serviceDay(at: cafe, now: status.serviceDay), lastStart: status.lastStart,
            time: time,
            order: OrderID(at: time, using: &generator))
    }

    /// The booker of an order's pickup; `nil` when there is nothing to book.
    ///
    /// Opening hours are checked for the time of pickup: a café that opens later accepts an order for a window, but no order
    /// for now.
    private func pickupBooker(
        for request: OrderRequest, at cafe: Cafe, _ status: OpeningStatus, _ time: Timestamp
    ) throws(OrderRefusal) -> PickupBooker? {
        guard request.start == .atOnce, cafe.pickup != nil || request.pickup != .soonest else {
            guard status.isOpen else { throw .cafeClosed(opensAt: status.opensAt) }
            return nil
        }
        var booker = try campuses.requirePickupBooker(of: cafe, request.pickup, at: time)
        booker.isWalkUp = request.channel.isWalkUp
        return booker
    }

    /// The first answer to a repeated request, rebuilt from data that does not change.
    private static func replay(of request: OrderRequest, in reading: ReadTransaction) throws -> PlacedOrder? {
        guard let use = try reading.keyUse(of: request.person, key: request.storedKey) else { return nil }
        guard use.fingerprint == request.fingerprint else { throw WorkplaceRefusal.keyReused }
        let detail = try detail(of: use.order, for: request.person, in: reading)
        let wait = try request.start == .whenNear ? reading.wait(of: use.order) : nil
        return PlacedOrder(detail: try detail.asPlaced(wait: wait, means: request.means), isReplay: true)
    }

    static func detail(
        of id: OrderID, for person: PersonID, in reading: ReadTransaction
    ) throws -> OrderDetail {
        guard let order = try reading.order(id), order.diner == person else {
            throw WorkplaceRefusal.unknownOrder(id)
        }
        return try detail(of: order, in: reading)
    }

    static func detail(of order: Order, in reading: ReadTransaction) throws -> OrderDetail {
        OrderDetail(
            order: order, transitions: try reading.transitions(of: order.id),
            wait: order.stage == .placed && order.means == .account ? try reading.wait(of: order.id) : nil,
            payment: order.means == .card ? try reading.payment(PaymentID(sameAs: order.id)) : nil,
            returns: order.stage == .placed ? [] : try reading.returns(of: order),
            quote: order.stage == .placed ? nil : try reading.quote(of: order.id))
    }
}

extension OrderRequest {
    /// The service day on which the order is handed over.
    fileprivate func serviceDay(at cafe: Cafe, now day: ServiceDay) -> CalendarDate {
        guard case .window(let start) = pickup, !day.contains(start) else { return day.date }
        return cafe.serviceDay(at: start).date
    }
}

extension OrderDetail {
    /// Checks that the person can still cancel an order for later that the kitchen has not begun.
    fileprivate func checkCutoff(at time: Timestamp) throws(OrderRefusal) {
        guard order.stage == .accepted, let pickup = order.pickup, let acceptedAt,
            pickup.isPastCutoff(at: time, acceptedAt: acceptedAt)
        else { return }
        throw .pastCutoff(pickup.entersLineAt)
    }

    /// The detail as it was when the order was placed.
    ///
    /// The payment is in its present state, because the page continues it.
    func asPlaced(wait: OrderWait?, means: PaymentMeans) throws -> OrderDetail {
        var draft = Order(
            id: order.id, number: order.number, cafe: order.cafe, diner: order.diner, basket: order.basket,
            placedAt: order.placedAt, serviceDay: order.serviceDay, channel: order.channel,
            means: order.means, pickup: wait == nil ? order.pickup : nil)
        let isReleased = wait == nil && means != .card
        let inputs: [OrderInput] = isReleased ? [.place, .accept] : [.place]
        let first = Array(transitions.prefix(inputs.count))
        for (input, transition) in zip(inputs, first) {
            _ = try draft.apply(input, expectedVersion: draft.version, cause: transition.cause)
        }
        return OrderDetail(
            order: draft, transitions: first, wait: wait, payment: payment, quote: isReleased ? quote : nil)
    }
}
