public import Kitchen

/// Why a ticket refused an input, with the unchanged ticket.
public struct TicketRefused: Error, Hashable, Sendable {
    /// The reason.
    public let reason: TicketRefusal
    /// The ticket, unchanged.
    public let ticket: Ticket
}
