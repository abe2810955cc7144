/// Where an order stands.
public enum OrderStage: String, CaseIterable, Hashable, Sendable {
    /// Being put together; nothing is promised.
    case draft
    /// Handed in, with its total set aside; not yet paid for and released.
    case placed
    /// Paid for and released to the kitchen.
    case accepted
    /// The kitchen works on it.
    case preparing
    /// It waits to be collected, and the person has been told.
    case ready
    /// It was handed over.
    case collected
    /// It was withdrawn before the kitchen began.
    case cancelled
    /// The café did not take it.
    case rejected
    /// It was not completed in time.
    case expired
    /// It was ready and nobody came.
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
