public import Kitchen

/// A ticket did not take an input; this is why, and how the ticket stands.
public struct TicketRefused: Error, Hashable, Sendable {
    /// Why.
    public let reason: TicketRefusal
    /// The ticket, unchanged.
    public let ticket: Ticket
}
