public import Essentials
public import Ordering

/// Refunds orders by line or by amount, at most the paid total, to the account or card that paid.
public struct RefundService: Sendable {
    let store: any WorkplaceStore
    let payments: PaymentService
    let now: @Sendable () -> Timestamp

    /// A request of staff to refund an order.
    public struct Request: Sendable {
        /// The order.
        public let order: OrderID
        /// The part of the order to refund.
        public let part: RefundPlan.Request
        /// The reason.
        public let reason: String
        /// The idempotency key; each order has separate keys.
        public let key: String
        /// The SHA-256 digest of the request's body.
        public let fingerprint: [UInt8]

        /// Makes a request from its parts.
        public init(
            order: OrderID, part: RefundPlan.Request, reason: String, key: String, fingerprint: [UInt8]
        ) {
            self.order = order
            self.part = part
            self.reason = reason
            self.key = key
            self.fingerprint = fingerprint
        }
    }

    /// The refunds of an order, and the rest.
    public struct Summary: Sendable {
        /// How the order is paid.
        public let means: PaymentMeans
        /// The refunds, oldest first.
        public let refunds: [Refund]
        /// The amount that can still be refunded.
        public let left: Money
    }

    /// An order for the refund page, without its diner.
    public struct FoundOrder: Sendable {
        /// The order.
        public let order: Order
        /// Its refunds, and the rest.
        public let summary: Summary
        /// The refunded quantity of each line, by its index.
        public let refundedQuantities: [Int: Int]
    }

    /// Finds an order of a café by its number and the service day on which it is handed over.
    ///
    /// - Throws: ``WorkplaceRefusal/forbidden``, ``RefundSearchRefusal/noSuchOrder``, or the store's error.
    public func order(
        numbered number: OrderNumber, at cafe: CafeID, on day: CalendarDate, for person: Person
    ) async throws -> FoundOrder {
        guard person.mayRefund(at: cafe) else { throw WorkplaceRefusal.forbidden }
        return try await store.read { reading in
            guard let order = try reading.order(numbered: number, at: cafe, on: day) else {
                throw RefundSearchRefusal.noSuchOrder
            }
            let plan = try reading.refundPlan(of: order)
            return FoundOrder(
                order: order, summary: try Self.summary(of: order, plan, in: reading),
                refundedQuantities: plan.refundedQuantities)
        }
    }

    /// Shows the refunds of an order.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, ``WorkplaceRefusal/forbidden``.
    public func refunds(of order: OrderID, for person: Person) async throws -> Summary {
        try await store.read { reading in
            let order = try Self.order(order, for: person, in: reading)
            return try Self.summary(of: order, try reading.refundPlan(of: order), in: reading)
        }
    }

    private static func summary(
        of order: Order, _ plan: RefundPlan, in reading: ReadTransaction
    ) throws -> Summary {
        let rest = try plan.rest()
        return Summary(
            means: order.means, refunds: try reading.refunds(of: order.id),
            left: try rest.net.adding(rest.tax))
    }

    /// Makes a refund, once for each key.
    ///
    /// - Returns: The refund, and whether an earlier request with the key made it.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, ``WorkplaceRefusal/forbidden``,
    ///   ``WorkplaceRefusal/keyReused``, `RefundRefusal`, or the store's error.
    public func make(
        _ request: Request, by person: Person
    ) async throws -> (refund: Refund, isReplay: Bool) {
        let cause = TransitionCause(actor: .person(person.id), at: now())
        let made = try await store.write { transaction -> (refund: Refund, isReplay: Bool) in
            let order = try Self.order(request.order, for: person, in: transaction)
            if let earlier = try transaction.refund(of: order.id, key: request.key) {
                guard earlier.fingerprint == request.fingerprint else { throw WorkplaceRefusal.keyReused }
                return (earlier, true)
            }
            let amount = try transaction.refundPlan(of: order).amount(of: request.part)
            var generator = SystemRandomNumberGenerator()
            let refund = Refund(
                id: RefundID(at: cause.at, using: &generator), order: order, key: request.key,
                fingerprint: request.fingerprint, amount: amount, lines: request.part.lines,
                reason: request.reason, cause: cause)
            try transaction.insert(refund, of: order)
            try Self.rejectIfNothingIsLeft(of: order, because: cause, in: transaction)
            let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
            // A guest has no inbox.
            if order.diner != .guest {
                try transaction.announceDetails(of: order, at: cause.at)
                try transaction.notify(order.diner, .refunded, about: subject, at: cause.at)
            }
            return (refund, false)
        }
        guard made.refund.stage == .owed else { return made }
        try await payments.settle(made.refund.id)
        let settled = try await store.read { try $0.refund(made.refund.id) }
        return (settled ?? made.refund, made.isReplay)
    }

    /// Rejects an order that is wholly refunded before it is finished; its stations acknowledge it.
    private static func rejectIfNothingIsLeft(
        of order: Order, because refund: TransitionCause, in transaction: WriteTransaction
    ) throws {
        guard order.stage == .accepted || order.stage == .preparing else { return }
        let rest = try transaction.refundPlan(of: order).rest()
        guard rest.net.minorUnits + rest.tax.minorUnits == 0 else { return }
        var detail = try OrderService.detail(of: order, in: transaction)
        let cause = TransitionCause(actor: refund.actor, at: refund.at, reason: NoticeKind.refunded.rawValue)
        try Cancellation(input: .reject, cause: cause, expectedVersion: nil).apply(
            to: &detail, in: transaction)
    }

    private static func order(
        _ id: OrderID, for person: Person, in reading: ReadTransaction
    ) throws -> Order {
        guard let order = try reading.order(id) else { throw WorkplaceRefusal.unknownOrder(id) }
        guard person.mayRefund(at: order.cafe) else { throw WorkplaceRefusal.forbidden }
        return order
    }
}

/// Why no order is found.
public enum RefundSearchRefusal: Error, Hashable, Sendable {
    /// The café has no order of that number on that day.
    case noSuchOrder
}

extension Person {
    /// Whether the person may return money of a café's orders.
    public func mayRefund(at cafe: CafeID) -> Bool {
        holds(.manager, at: cafe) || holds(.finance, at: cafe)
    }
}

extension RefundPlan.Request {
    fileprivate var lines: [RefundedLine] {
        if case .lines(let lines) = self { lines } else { [] }
    }
}
