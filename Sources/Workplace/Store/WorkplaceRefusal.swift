public import Attendance
public import Essentials
public import TipCore

/// Why the workplace refuses a request; nothing has changed.
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
    /// The campus has no such gateway.
    case unknownGateway(GatewayID)
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
    /// The site of a punch is unknown.
    case siteNeeded
    /// The person has not consented to any use of their presence.
    case consentNeeded
    /// The principal's roles do not allow it.
    case forbidden
    /// The idempotency key was used for another request.
    case keyReused
    /// The person has reached the limit of orders in a minute; the next minute begins after the duration.
    case tooManyOrders(retryAfter: Duration)
    /// No order of the café and the day has the code.
    case wrongHandoverCode
    /// Too many wrong codes were tried; the next minute begins after the duration.
    case tooManyHandoverCodes(retryAfter: Duration)
    /// The café hands orders over by their code only.
    case handoverCodeNeeded
    /// All of the order's money has gone back.
    case orderRefunded
}
