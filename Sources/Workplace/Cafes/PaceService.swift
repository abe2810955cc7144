public import Essentials
public import Ordering

/// Pauses a café, its stations and its channels, and delays its promised times.
///
/// Every pause and delay ends at the latest with the café's service day.
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

    /// The present pauses and delay of a café.
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

    /// The end of each café's pause of a channel; a café that is not paused is missing.
    ///
    /// - Throws: The store's own error.
    public func pauseEnds(of channel: OrderChannel) async throws -> [CafeID: Timestamp] {
        let time = now()
        return try await store.read { try $0.pauseEnds(of: channel, at: time) }
    }

    /// How much a delay that was set after the booking moves an order.
    ///
    /// - Throws: The store's own error.
    public func delay(of detail: OrderDetail) async throws -> Duration {
        try await delays(of: [detail])[0]
    }

    /// How much delays that were set after the bookings move each order.
    ///
    /// - Throws: The store's own error.
    public func delays(of details: some Collection<OrderDetail> & Sendable) async throws -> [Duration] {
        let time = now()
        // Only orders in the kitchen need a read.
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

    /// Pauses a part of a café and announces it to open menus.
    ///
    /// - Parameters:
    ///   - scope: The part to pause; it must exist at the café.
    ///   - cafe: The café.
    ///   - until: When the pause ends; `nil` means until somebody resumes. Either ends with the service day.
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

    /// Ends a pause and announces it to open menus.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func resume(_ scope: ServicePause.Scope, of cafe: CafeID, by principal: Principal) async throws {
        let (time, _) = try check(cafe, principal)
        try await store.write { transaction in
            try transaction.endPause(of: scope, at: cafe)
            try transaction.announceMenu(of: cafe, items: [], at: time)
        }
    }

    /// Delays the promised times of a café, and announces it to open menus and to the diners of orders in work.
    ///
    /// - Parameters:
    ///   - minutes: The delay in minutes, from 1 to 120; 0 ends it.
    ///   - cafe: The café.
    ///   - until: When the delay ends; `nil` means with the service day, which is also the latest end.
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
        let cafe = try campuses.cafe(id, forKitchenWorkOf: principal)
        let time = now()
        return (time, cafe.serviceDay(at: time).end)
    }
}

extension Order {
    /// Whether the order has a promised time that the kitchen can still change.
    fileprivate var isInKitchen: Bool { pickup != nil && (stage == .accepted || stage == .preparing) }
}
