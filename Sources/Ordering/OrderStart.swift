/// When the kitchen gets an order's ticket.
public enum OrderStart: String, CaseIterable, Hashable, Sendable {
    /// When the order is placed.
    case atOnce = "at-once"
    /// When the person comes near the café, or starts the order by hand.
    case whenNear = "when-near"
}
