/// An input to an order.
public enum OrderInput: String, CaseIterable, Hashable, Sendable {
    /// The person places the order.
    case place
    /// The order has been paid for and the kitchen has its ticket.
    case accept
    /// The kitchen begins.
    case startPreparing = "start-preparing"
    /// The kitchen is done and the undo window is over.
    case becomeReady = "become-ready"
    /// The kitchen recalls a finished order.
    case backToPreparing = "back-to-preparing"
    /// The order is handed over.
    case collect
    /// The person cancels the order.
    case cancel
    /// The café rejects the order.
    case reject
    /// The time to complete the order is over.
    case expire
    /// The time to collect the order is over.
    case markNotCollected = "mark-not-collected"
}
