public import Essentials
public import Ordering

/// A guest's order, with the name to call.
public struct GuestOrder: Sendable {
    /// How long the name of a guest is kept.
    public static let nameRetention: Duration = .seconds(86_400)

    /// The order.
    public let detail: OrderDetail
    /// The name to call; `nil` without one, and after ``nameRetention``.
    public let name: String?

    /// Makes a guest's order from its parts.
    public init(detail: OrderDetail, name: String?) {
        self.detail = detail
        self.name = name
    }
}

// Orders of guests, who have no account and pay at the counter.
extension OrderService {
    /// Finds a guest's order by its identifier, which cannot be guessed.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)`` also for a person's order.
    public func guestOrder(_ id: OrderID) async throws -> GuestOrder {
        try await store.read { try Self.guestOrder(id, in: $0) }
    }

    /// The orders of a café that wait for their payment, oldest first.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func unpaidOrders(of cafe: CafeID, for principal: Principal) async throws -> [GuestOrder] {
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        return try await store.read { reading in
            try reading.unpaidOrders(of: cafe).map { try Self.guestOrder($0, in: reading) }
        }
    }

    /// Records the payment of a guest's order at the counter and releases its ticket to the kitchen.
    ///
    /// Repeating it returns the order in its present state, because two people may press at the same time.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - cafe: The café, which must be the order's.
    ///   - means: How the guest paid.
    ///   - principal: The person or display that took the money.
    /// - Returns: The order, accepted and paid for, or in a later stage.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``,
    ///   ``WorkplaceRefusal/unknownOrder(_:)`` also for a person's order and for one of another café,
    ///   `OrderRefusal.cafeClosed(opensAt:)`, `OrderRefusal.soldOut(_:)`, `OrderRefusal.notServed(_:)`,
    ///   `OrderRefusal.pickup(_:)` when no window has room, and `OrderTransitionRefusal` when the order has ended.
    public func takePayment(
        for id: OrderID, at cafe: CafeID, with means: PaymentMeans, by principal: Principal
    ) async throws -> GuestOrder {
        precondition(PaymentMeans.atCounter.contains(means), "\(means) is not paid at the counter")
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let cause = TransitionCause(actor: principal.actor, at: now())
        let paid = try await store.write { transaction in
            var detail = try Self.guestOrder(id, in: transaction).detail
            guard detail.order.cafe == cafe else { throw WorkplaceRefusal.unknownOrder(id) }
            guard detail.order.stage == .placed, detail.order.means != .card else {
                return GuestOrder(detail: detail, name: try transaction.callName(of: id))
            }
            if let wait = detail.wait, wait.isOver(at: cause.at) {
                try Self.expire(&detail, after: wait, at: cause.at, in: transaction)
            } else {
                let cafe = try openCafe(cafe, at: cause.at)
                var booker = campuses.pickupBooker(of: cafe, at: cause.at)
                booker?.isWalkUp = true
                try Release(cause: cause, cafe: cafe, booker: booker, means: means).apply(
                    to: &detail, in: transaction)
            }
            return GuestOrder(detail: detail, name: try transaction.callName(of: id))
        }
        guard paid.detail.order.stage.isReleased else {
            throw OrderTransitionRefusal.illegal(stage: paid.detail.order.stage, input: .accept)
        }
        return paid
    }

    /// Cancels a kiosk's order that waits for its card payment; a payment that arrives later is returned.
    ///
    /// - Returns: The order: cancelled, or in its present state when the payment was already decided.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)`` also for an order of another kiosk's café.
    public func abandon(_ id: OrderID, at kiosk: CafeScreen) async throws -> GuestOrder {
        let cause = TransitionCause(
            actor: .device(kiosk.id), device: kiosk.id, at: now(), reason: "abandoned")
        let order = try await store.write { transaction in
            var detail = try Self.guestOrder(id, in: transaction).detail
            guard detail.order.cafe == kiosk.cafe, detail.order.channel == .kiosk else {
                throw WorkplaceRefusal.unknownOrder(id)
            }
            if detail.order.stage == .placed {
                try Cancellation(cause: cause, expectedVersion: nil).apply(to: &detail, in: transaction)
            }
            return GuestOrder(detail: detail, name: try transaction.callName(of: id))
        }
        payments.due()
        return order
    }

    private static func guestOrder(_ id: OrderID, in reading: ReadTransaction) throws -> GuestOrder {
        GuestOrder(detail: try detail(of: id, for: .guest, in: reading), name: try reading.callName(of: id))
    }
}
