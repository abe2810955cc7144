public import Essentials
import Ordering

// Orders that wait for their people.
extension OrderService {
    /// Starts an order that waits: takes the money and hands the ticket to the kitchen.
    ///
    /// Whoever asks says nothing but that: not where the person is, nor how it became known that they are near. An order
    /// that has been started is answered as it stands, since several of a person's devices may notice them come.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - person: Whose order it must be.
    /// - Returns: The order, accepted and paid for or further on.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, ``WorkplaceRefusal/unknownCafe(_:)``,
    ///   `OrderRefusal.cafeClosed(opensAt:)` while the café takes no orders, and `OrderTransitionRefusal` when the
    ///   order was cancelled or has expired.
    public func start(_ id: OrderID, of person: PersonID) async throws -> OrderDetail {
        let time = now()
        let detail = try await store.write { transaction in
            var detail = try Self.detail(of: id, for: person, in: transaction)
            guard !detail.order.stage.isReleased else { return detail }
            // The timer that ends waits may be late; the end is not.
            if let wait = detail.wait, wait.isOver(at: time) {
                try Self.expire(&detail, after: wait, at: time, in: transaction)
                return detail
            }
            if detail.order.stage == .placed { try checkOpen(detail.order.cafe, at: time) }
            let release = Release(cause: TransitionCause(actor: .person(person), at: time))
            try release.apply(to: &detail, in: transaction)
            return detail
        }
        guard detail.order.stage.isReleased else {
            throw OrderTransitionRefusal.illegal(stage: detail.order.stage, input: .accept)
        }
        return detail
    }

    /// Ends an order whose wait is over; nothing happens when it has been started or ended meanwhile.
    static func expire(_ id: OrderID, at time: Timestamp, in transaction: WriteTransaction) throws {
        guard let order = try transaction.order(id), order.stage == .placed else { return }
        var detail = try detail(of: order, in: transaction)
        guard let wait = detail.wait, wait.isOver(at: time) else { return }
        try expire(&detail, after: wait, at: time, in: transaction)
    }

    private static func expire(
        _ detail: inout OrderDetail, after wait: OrderWait, at time: Timestamp,
        in transaction: WriteTransaction
    ) throws {
        let cause = TransitionCause(actor: .system, at: time, reason: wait.end.rawValue)
        let expiry = Cancellation(input: .expire, cause: cause, expectedVersion: nil)
        try expiry.apply(to: &detail, in: transaction)
    }

    private func checkOpen(_ id: CafeID, at time: Timestamp) throws {
        guard let cafe = try campuses.inForce().cafe(id) else { throw WorkplaceRefusal.unknownCafe(id) }
        let status = campuses.openingStatus(of: cafe, at: time)
        guard status.isOpen else { throw OrderRefusal.cafeClosed(opensAt: status.opensAt) }
    }
}
