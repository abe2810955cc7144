public import Essentials
public import Ordering

/// Money of an order that goes back to where it came from.
public struct Refund: Hashable, Sendable {
    /// The most characters of a reason.
    public static let reasonLength = 1...200

    /// Whether the money is back.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// The payment provider has not returned it yet.
        case owed
        /// It is back.
        case done
    }

    /// The identifier.
    public let id: RefundID
    /// The order.
    public let order: OrderID
    /// The key of the request; `nil` for an order that was cancelled.
    let key: String?
    /// The SHA-256 digest of the request.
    let fingerprint: [UInt8]
    /// The amount, split as it was charged.
    public let amount: TaxedAmount
    /// The lines that it is for; empty for a refund by amount.
    public let lines: [RefundedLine]
    /// Why, in the words of who made it.
    public let reason: String
    /// Who made it.
    public let actor: Ordering.Actor
    /// When it was made.
    public let at: Timestamp
    /// Whether the money is back.
    public internal(set) var stage: Stage
    /// When the provider is asked next; `nil` when it is done.
    var dueAt: Timestamp?
    /// How often in a row the provider could not be asked, or had not returned it.
    var failures = 0
    /// How often the provider has refused to return it.
    var refusals = 0

    /// Both parts together.
    public var total: Money {
        Money(
            minorUnits: amount.net.minorUnits + amount.tax.minorUnits, currency: amount.net.currency)
    }

    /// Notes how it stands at the provider, and sets when the server asks next.
    mutating func note(_ status: ProviderRefundStatus, at time: Timestamp) {
        switch status {
        case .returned: (stage, failures, dueAt) = (.done, 0, nil)
        case .pending:
            stage = .owed
            failures += 1
            dueAt = time.advanced(by: Payment.pause(after: failures))
        }
    }

    /// Notes that the provider could not be asked, or has refused.
    mutating func note(_ error: PaymentProviderError, at time: Timestamp) {
        if case .refused = error { refusals += 1 }
        note(.pending, at: time)
    }

    /// Makes a refund; one to a card is owed until the provider has returned it.
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
        dueAt: Timestamp?, failures: Int = 0, refusals: Int = 0
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
        self.refusals = refusals
    }
}
