public import Essentials

/// Why the workplace does not do what it was asked; nothing has changed then.
///
/// Refusals of the domain (``/Ordering/OrderRefusal``, ``/Kitchen/TicketRefusal`` and the like) come as their own
/// types.
public enum WorkplaceRefusal: Error, Hashable, Sendable {
    /// No campus has been imported yet.
    case noCampus
    /// The campus has no such person or device.
    case unknownPrincipal
    /// The campus has no such café.
    case unknownCafe(CafeID)
    /// There is no such order, or it is another person's.
    case unknownOrder(OrderID)
    /// There is no such ticket.
    case unknownTicket(TicketID)
    /// The principal's roles do not allow it.
    case forbidden
    /// The idempotency key was used for another request.
    case keyReused
    /// More changes wait than the store can take in time.
    case busy
}
