public import Essentials
public import Ordering

/// Pauses a café, its stations and the ways to order, and delays the times that the café promises.
///
/// All pauses and delays end with the service day of the café at the latest.
public struct PaceService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let changed: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the pauses and delays.
    ///   - campuses: The cafés and their clocks.
    ///   - changed: Called after a change, so that the timer that ends pauses and delays checks again.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, changed: @escaping @Sendable () -> Void,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.changed = changed
        self.now = now
    }

    /// What a café has paused and delayed now.
    ///
    /// - Throws: The store's own error.
    public func pace(of cafe: CafeID) async throws -> Snapshot<ServicePace> {
        let time = now()
        return try await store.read { reading in
            Snapshot(
                asOf: try reading.feedBounds().last, time: time, content: try reading.pace(of: cafe, at: time)
            )
        }
    }

    /// Until when cafés take no order by a channel; those that take some are missing.
    ///
    /// - Throws: The store's own error.
    public func pauseEnds(of channel: OrderChannel) async throws -> [CafeID: Timestamp] {
        let time = now()
        return try await store.read { try $0.pauseEnds(of: channel, at: time) }
    }

    /// How much later than promised an order is, because its café set a delay after the order was booked.
    ///
    /// - Throws: The store's own error.
    public func delay(of detail: OrderDetail) async throws -> Duration {
        try await delays(of: [detail])[0]
    }

    /// How much later than promised each of some orders is.
    ///
    /// - Throws: The store's own error.
    public func delays(of details: some Collection<OrderDetail> & Sendable) async throws -> [Duration] {
        let time = now()
        // A read is only needed for orders that the kitchen has.
        guard details.contains(where: { $0.order.isInKitchen }) else {
            return details.map { _ in .zero }
        }
        return try await store.read { reading in
            try details.map { detail in
                guard detail.order.isInKitchen else { return .zero }
                return try reading.delay(
                    of: detail.order.cafe, since: detail.acceptedAt ?? detail.order.placedAt, at: time)
            }
        }
    }

    /// Takes no orders for a while, and announces that to open menus.
    ///
    /// - Parameters:
    ///   - scope: What takes no orders; of a café that has it.
    ///   - cafe: The café.
    ///   - until: When orders are taken again; `nil` means until somebody resumes. Both end with the service day.
    ///   - principal: The person or display that acts.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func pause(
        _ scope: ServicePause.Scope, of cafe: CafeID, until: Timestamp?, by principal: Principal
    ) async throws {
        let (time, dayEnd) = try check(cafe, principal)
        let end = min(until ?? dayEnd, dayEnd)
        try await store.write { transaction in
            try transaction.insert(ServicePause(scope, until: end), of: cafe)
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
        changed()
    }

    /// Takes orders again, and announces that to open menus.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func resume(_ scope: ServicePause.Scope, of cafe: CafeID, by principal: Principal) async throws {
        let (time, _) = try check(cafe, principal)
        try await store.write { transaction in
            try transaction.endPause(of: scope, at: cafe)
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
    }

    /// Delays the times that a café promises, and announces that to open menus and to everybody whose order is in work.
    ///
    /// - Parameters:
    ///   - minutes: How much longer orders take; 0 ends the delay.
    ///   - cafe: The café.
    ///   - until: When the delay ends; `nil` means with the service day, which is also the latest.
    ///   - principal: The person or display that acts.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func delay(
        by minutes: Int, of cafe: CafeID, until: Timestamp?, by principal: Principal
    ) async throws {
        let (time, dayEnd) = try check(cafe, principal)
        let end = min(until ?? dayEnd, dayEnd)
        let delay = minutes > 0 ? ServiceDelay(.seconds(60 * minutes), until: end) : nil
        try await store.write { transaction in
            try transaction.setDelay(delay, of: cafe, at: time)
            try transaction.announceDelay(of: cafe, at: time)
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
        changed()
    }

    private func check(
        _ id: CafeID, _ principal: Principal
    ) throws(WorkplaceRefusal) -> (time: Timestamp, dayEnd: Timestamp) {
        guard let cafe = try campuses.inForce().cafe(id) else { throw .unknownCafe(id) }
        guard principal.mayWorkKitchen(of: id) else { throw .forbidden }
        let time = now()
        return (time, cafe.serviceDay(at: time).end)
    }
}

extension Order {
    /// Whether the café still makes the order for the time that it promised.
    fileprivate var isInKitchen: Bool { pickup != nil && (stage == .accepted || stage == .preparing) }
}
