/// The stage of an order.
public enum OrderStage: String, CaseIterable, Hashable, Sendable {
    /// Not placed yet.
    case draft
    /// Placed with its total reserved; not yet paid for and released.
    case placed
    /// Paid for and released to the kitchen.
    case accepted
    /// The kitchen works on it.
    case preparing
    /// Ready to collect; the notice was sent.
    case ready
    /// It was handed over.
    case collected
    /// Cancelled before the kitchen began.
    case cancelled
    /// The café rejected it, because the payment came too late or the kitchen cannot make it.
    case rejected
    /// It was not completed in time.
    case expired
    /// It was ready and not collected.
    case notCollected = "not-collected"
}

extension OrderStage {
    /// Whether the kitchen has, or had, the order's ticket.
    public var isReleased: Bool {
        switch self {
        case .accepted, .preparing, .ready, .collected, .notCollected: true
        case .draft, .placed, .cancelled, .rejected, .expired: false
        }
    }
}
