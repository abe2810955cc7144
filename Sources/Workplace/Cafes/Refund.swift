public import Essentials
public import Ordering

/// A refund of an order, to the account or card that paid it.
public struct Refund: Hashable, Sendable {
    /// The allowed lengths of a reason, in characters.
    public static let reasonLength = 1...200

    /// Whether the money is returned.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// The payment provider has not returned it yet.
        case owed
        /// The money is returned.
        case done
    }

    /// The identifier.
    public let id: RefundID
    /// The order.
    public let order: OrderID
    /// The idempotency key of the request; `nil` for the refund of a cancelled order.
    let key: String?
    /// The SHA-256 digest of the request.
    let fingerprint: [UInt8]
    /// The amount, with the tax split as charged.
    public let amount: TaxedAmount
    /// The refunded lines; empty for a refund by amount.
    public let lines: [RefundedLine]
    /// The reason that the actor gave.
    public let reason: String
    /// The actor.
    public let actor: Ordering.Actor
    /// When it was made.
    public let at: Timestamp
    /// Whether the money is returned.
    public internal(set) var stage: Stage
    /// When the server asks the provider next; `nil` when it is done.
    var dueAt: Timestamp?
    /// The number of consecutive failed calls, or of calls at which the money was not returned yet.
    var failures = 0

    /// The amount including tax.
    public var total: Money {
        Money(
            minorUnits: amount.net.minorUnits + amount.tax.minorUnits, currency: amount.net.currency)
    }

    /// Stores the provider's status and sets when the server asks next.
    mutating func note(_ status: ProviderRefundStatus, at time: Timestamp) {
        switch status {
        case .returned: (stage, failures, dueAt) = (.done, 0, nil)
        case .pending:
            stage = .owed
            failures += 1
            dueAt = time.advanced(by: Payment.pause(after: failures))
        }
    }

    /// Makes a refund; a refund to a card is owed until the provider has returned the money.
    init(
        id: RefundID, order: Order, key: String? = nil, fingerprint: [UInt8] = [], amount: TaxedAmount,
        lines: [RefundedLine] = [], reason: String, cause: TransitionCause
    ) {
        self.init(
            id: id, order: order.id, key: key, fingerprint: fingerprint, amount: amount, lines: lines,
            reason: reason, actor: cause.actor, at: cause.at, stage: order.means == .card ? .owed : .done,
            dueAt: order.means == .card ? cause.at : nil)
    }

    init(
        id: RefundID, order: OrderID, key: String?, fingerprint: [UInt8], amount: TaxedAmount,
        lines: [RefundedLine], reason: String, actor: Ordering.Actor, at: Timestamp, stage: Stage,
        dueAt: Timestamp?, failures: Int = 0
    ) {
        self.id = id
        self.order = order
        self.key = key
        self.fingerprint = fingerprint
        self.amount = amount
        self.lines = lines
        self.reason = reason
        self.actor = actor
        self.at = at
        self.stage = stage
        self.dueAt = dueAt
        self.failures = failures
    }
}
