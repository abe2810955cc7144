public import Essentials
public import Ordering

/// Lists a café's pickup windows and holds one for a basket.
public struct PickupService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let holdBegan: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the bookings.
    ///   - campuses: The cafés with their rules.
    ///   - holdBegan: Called when a hold begins, so that the timer of holds checks again.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, holdBegan: @escaping @Sendable () -> Void,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.holdBegan = holdBegan
        self.now = now
    }

    /// The pickup windows of a café for an order.
    public struct Timetable: Hashable, Sendable {
        /// The booking for as soon as possible; `nil` when the café is closed or no window is left.
        public let soonest: PickupBooking?
        /// The windows that can be chosen by their time.
        public let offers: [PickupOffer]
        /// How long a basket holds a window.
        public let holdTime: Duration
        /// The lines that the windows are for.
        let lines: [OrderLine]
        let cafe: Cafe
        let time: Timestamp

        /// Whether all lines are served at an instant: when the order can be ready (C16).
        public func serves(at time: Timestamp) -> Bool {
            lines.allSatisfy { line in
                cafe.menu.item(line.item).map { cafe.serves($0, at: time) } ?? true
            }
        }

        /// The cutoff for cancelling an order for a window; `nil` when the order would enter the line at once.
        public func cutoff(of window: PickupWindow) -> Timestamp? {
            let entry = OrderPickup.lineEntry(before: window, of: lines)
            return entry > time ? entry : nil
        }

        /// The cutoff for cancelling an order for the first window; `nil` when the order would enter the line at once.
        public var cutoffOfSoonest: Timestamp? {
            soonest.flatMap { OrderPickup($0, of: lines, at: time).cutoff(acceptedAt: time) }
        }
    }

    /// The windows of a café for some lines, or for the smallest order; `nil` for a café without windows.
    ///
    /// - Parameters:
    ///   - cafe: The café.
    ///   - lines: What the order has.
    ///   - isWalkUp: Whether the person waits in the café.
    ///   - person: Whose basket asks; what it holds is room for its own order.
    /// - Returns: The windows, as far as they have not ended.
    /// - Throws: The store's own error.
    public func timetable(
        of cafe: Cafe, for lines: [OrderLine] = [], isWalkUp: Bool = false, by person: PersonID? = nil
    ) async throws -> Timetable? {
        let time = now()
        guard let rules = cafe.pickup, var booker = campuses.pickupBooker(of: cafe, at: time) else {
            return nil
        }
        booker.isWalkUp = isWalkUp
        let demand = lines.isEmpty ? PickupLoad(orders: 1, items: 1, work: [:]) : PickupLoad(of: lines)
        let isOpen = campuses.openingStatus(of: cafe, at: time).isOpen
        let (plan, held) = try await store.read { [booker] reading in
            let hold = try person.flatMap { try reading.pickupHold(of: $0) }
            let held = try hold.flatMap { try booker.booking(of: $0, as: .soonest, for: lines, in: reading) }
            return (try booker.plan(in: reading, besides: hold), held)
        }
        return Timetable(
            soonest: isOpen ? held ?? (try? plan.booking(for: demand, .soonest)) : nil,
            offers: plan.offers(for: demand), holdTime: rules.holdTime, lines: lines, cafe: cafe,
            time: time)
    }

    /// Checks that an order would get a pickup now, without booking it.
    ///
    /// - Throws: `OrderRefusal`, or the store's own error.
    public func check(
        _ choice: PickupChoice, for lines: [OrderLine], at cafe: Cafe, isWalkUp: Bool = false,
        by person: PersonID? = nil
    ) async throws {
        var booker = try campuses.requirePickupBooker(of: cafe, choice, at: now())
        booker.isWalkUp = isWalkUp
        let plan = try await store.read { [booker] reading in
            try booker.plan(in: reading, besides: try person.flatMap { try reading.pickupHold(of: $0) })
        }
        do { _ = try plan.booking(for: PickupLoad(of: lines), choice) } catch {
            throw OrderRefusal.pickup(error)
        }
    }

    /// Holds a window for a person's basket and replaces their earlier hold.
    ///
    /// Holding the same window again does not extend the hold.
    ///
    /// - Returns: The hold, and until when an order for it could be cancelled; `nil` when the kitchen would get it at once.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, `OrderRefusal`, or the store's own error.
    public func hold(
        _ choice: PickupChoice, for basket: Basket, at cafe: CafeID, by person: PersonID
    ) async throws -> (hold: PickupHold, cutoff: Timestamp?) {
        let time = now()
        guard let cafe = try campuses.inForce().cafe(cafe) else { throw WorkplaceRefusal.unknownCafe(cafe) }
        let lines: [OrderLine]
        do { lines = try basket.priced(at: cafe).lines } catch { throw OrderRefusal.basket(error) }
        let booker = try campuses.requirePickupBooker(of: cafe, choice, at: time)
        let held = try await store.write { transaction -> (PickupHold, PickupBooking) in
            // Released before the person's own hold is read, which may have expired too.
            try transaction.releaseHolds(expiredBy: time)
            let last = try transaction.pickupHold(of: person)
            if let last {
                let kept = try booker.booking(of: last, as: choice, for: lines, in: transaction)
                if let kept { return (last, kept) }
                try transaction.release(last, at: time)
            }
            let booking = try booker.book(choice, for: lines, releasing: [], in: transaction)
            // A hold never outlasts the time in which its window can be ordered.
            var expiry = min(time.advanced(by: booker.rules.holdTime), booking.orderBefore)
            if let last, last.cafe == cafe.id, last.start == booking.window.start {
                expiry = min(expiry, last.expiresAt)
            }
            let hold = PickupHold(booking, for: person, at: cafe.id, until: expiry)
            try transaction.insert(hold)
            return (hold, booking)
        }
        holdBegan()
        return (held.0, OrderPickup(held.1, of: lines, at: time).cutoff(acceptedAt: time))
    }

    /// Releases what a person's basket holds; does nothing without a hold.
    ///
    /// - Throws: The store's own error.
    public func release(of person: PersonID) async throws {
        let time = now()
        // A read is cheaper than a transaction that changes nothing.
        guard try await store.read({ try $0.pickupHold(of: person) }) != nil else { return }
        try await store.write { transaction in
            guard let hold = try transaction.pickupHold(of: person) else { return }
            try transaction.release(hold, at: time)
        }
    }
}

extension CampusRegistry {
    /// The booker of a café's pickup windows; `nil` for a café without windows.
    func pickupBooker(of cafe: Cafe, at time: Timestamp) -> PickupBooker? {
        guard let rules = cafe.pickup else { return nil }
        return PickupBooker(
            cafe: cafe, rules: rules, windows: pickupWindows(of: cafe, at: time), time: time)
    }

    /// The booker for a pickup at a café.
    ///
    /// An order for the first window needs an open café. Any other window lies within opening hours.
    ///
    /// - Throws: `OrderRefusal.pickup(_:)` for a café without windows, and `OrderRefusal.cafeClosed(opensAt:)`.
    func requirePickupBooker(
        of cafe: Cafe, _ choice: PickupChoice, at time: Timestamp
    ) throws(OrderRefusal) -> PickupBooker {
        guard let booker = pickupBooker(of: cafe, at: time) else { throw .pickup(PickupRefusal(.notOffered)) }
        if case .soonest = choice {
            let status = openingStatus(of: cafe, at: time)
            guard status.isOpen else { throw .cafeClosed(opensAt: status.opensAt) }
        }
        return booker
    }
}
