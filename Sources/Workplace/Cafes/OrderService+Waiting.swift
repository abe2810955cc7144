public import Essentials
import Ordering

// Orders that wait for their people.
extension OrderService {
    /// Starts a waiting order: takes the payment and releases the ticket to the kitchen.
    ///
    /// The request carries no position and no reason. Starting an order again returns its present state,
    /// because several devices of a person may notice the arrival.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - person: The person who must own the order.
    /// - Returns: The order, accepted and paid for, or in a later stage.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, ``WorkplaceRefusal/unknownCafe(_:)``,
    ///   `OrderRefusal.cafeClosed(opensAt:)` while the café takes no orders, `OrderRefusal.soldOut(_:)`,
    ///   `OrderRefusal.notServed(_:)`, `OrderRefusal.pickup(_:)` when no window has room, and `OrderTransitionRefusal`
    ///   when the order was cancelled or has expired.
    public func start(_ id: OrderID, of person: PersonID) async throws -> OrderDetail {
        let time = now()
        let detail = try await store.write { transaction in
            var detail = try Self.detail(of: id, for: person, in: transaction)
            guard !detail.order.stage.isReleased else { return detail }
            // The timer that expires orders may be late; the stored end of the wait decides.
            if let wait = detail.wait, wait.isOver(at: time) {
                try Self.expire(&detail, after: wait, at: time, in: transaction)
                return detail
            }
            // A card order starts when it is paid.
            guard detail.order.stage == .placed, detail.order.means == .account else { return detail }
            let cafe = try openCafe(detail.order.cafe, at: time)
            let release = Release(
                cause: TransitionCause(actor: .person(person), at: time), cafe: cafe,
                booker: campuses.pickupBooker(of: cafe, at: time))
            try release.apply(to: &detail, in: transaction)
            return detail
        }
        guard detail.order.stage.isReleased else {
            throw OrderTransitionRefusal.illegal(stage: detail.order.stage, input: .accept)
        }
        return detail
    }

    /// Expires an order whose wait is over; does nothing when it was started or ended in the meantime.
    static func expire(_ id: OrderID, at time: Timestamp, in transaction: WriteTransaction) throws {
        guard let order = try transaction.order(id), order.stage == .placed else { return }
        var detail = try detail(of: order, in: transaction)
        guard let wait = detail.wait, wait.isOver(at: time) else { return }
        try expire(&detail, after: wait, at: time, in: transaction)
    }

    static func expire(
        _ detail: inout OrderDetail, after wait: OrderWait, at time: Timestamp,
        in transaction: WriteTransaction
    ) throws {
        let cause = TransitionCause(actor: .system, at: time, reason: wait.end.rawValue)
        let expiry = Cancellation(input: .expire, cause: cause, expectedVersion: nil)
        try expiry.apply(to: &detail, in: transaction)
    }

    /// Finds a café that is open.
    func openCafe(_ id: CafeID, at time: Timestamp) throws -> Cafe {
        guard let cafe = try campuses.inForce().cafe(id) else { throw WorkplaceRefusal.unknownCafe(id) }
        let status = campuses.openingStatus(of: cafe, at: time)
        guard status.isOpen else { throw OrderRefusal.cafeClosed(opensAt: status.opensAt) }
        return cafe
    }
}
