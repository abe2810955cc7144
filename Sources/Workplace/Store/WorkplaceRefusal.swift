public import Attendance
public import Essentials
public import TipCore

/// Why the workplace does not do what it was asked; nothing has changed then.
///
/// Refusals of the domain (`OrderRefusal`, `TicketRefusal` and the like) come as their own
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
    /// The campus has no such site.
    case unknownSite(SiteID)
    /// The campus has no such spot, or it is not an entrance.
    case unknownEntrance(SpotID)
    /// There is no such reminder any more, or it is another person's.
    case unknownReminder(ReminderID)
    /// The catalogue in force has no such tip.
    case unknownTip(TipID)
    /// The campus has no such person.
    case unknownPerson(PersonID)
    /// Nothing tells at which of the sites a punch is made.
    case siteNeeded
    /// The person has not agreed to have their presence evaluated for any purpose.
    case consentNeeded
    /// The principal's roles do not allow it.
    case forbidden
    /// The idempotency key was used for another request.
    case keyReused
    /// The person has placed as many orders as they may in a minute; the next minute begins after the duration.
    case tooManyOrders(retryAfter: Duration)
}
