public import Essentials

/// The time, service day and rules of the café that decide an input to a ticket.
public struct TicketContext: Hashable, Sendable {
    /// The present time of the server.
    public let now: Timestamp
    /// The date of the café's present service day.
    public let serviceDay: CalendarDate
    /// How long a bump can be undone.
    public let undoWindow: Duration
    /// Whether a ticket whose lines are all done waits until the pass bumps it.
    public let isConfirmedAtPass: Bool
    /// When the ticket takes its place in the line, unless a cook pulls it forward; `nil` for a ticket that has it.
    public let entersLineAt: Timestamp?

    /// Makes a context from its parts.
    ///
    /// - Parameters:
    ///   - now: The present time of the server.
    ///   - serviceDay: The date of the café's present service day.
    ///   - undoWindow: How long a bump can be undone.
    ///   - isConfirmedAtPass: Whether a ticket whose lines are all done waits until the pass bumps it.
    ///   - entersLineAt: When the ticket takes its place in the line; `nil` for a ticket that has it.
    public init(
        now: Timestamp, serviceDay: CalendarDate, undoWindow: Duration, isConfirmedAtPass: Bool = false,
        entersLineAt: Timestamp? = nil
    ) {
        self.now = now
        self.serviceDay = serviceDay
        self.undoWindow = undoWindow
        self.isConfirmedAtPass = isConfirmedAtPass
        self.entersLineAt = entersLineAt
    }
}
