/// What can happen to an order.
public enum OrderInput: String, CaseIterable, Hashable, Sendable {
    /// The person hands the order in.
    case place
    /// The order has been paid for and the kitchen has its ticket.
    case accept
    /// The kitchen begins.
    case startPreparing = "start-preparing"
    /// The kitchen is done and the time to take that back is over.
    case becomeReady = "become-ready"
    /// The kitchen calls back a finished order.
    case backToPreparing = "back-to-preparing"
    /// The order is handed over.
    case collect
    /// The order is withdrawn.
    case cancel
    /// The café does not take the order.
    case reject
    /// The time to complete the order is over.
    case expire
    /// The time to collect the order is over.
    case markNotCollected = "mark-not-collected"
}
