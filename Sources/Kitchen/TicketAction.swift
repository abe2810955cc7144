public import Essentials
public import Ordering

/// The consequences of an input to a ticket.
public struct TicketAction: Hashable, Sendable {
    /// A change of the timer that sends the notice.
    public enum NoticeTimer: Hashable, Sendable {
        /// Nothing changes.
        case unchanged
        /// It must fire at that time.
        case set(at: Timestamp)
        /// It must not fire any more.
        case void
    }

    /// Whether the ticket has changed, and with it its version.
    public let isChange: Bool
    /// The input for the order in the same transaction; `nil` for none.
    public let orderInput: OrderInput?
    /// The change of the timer.
    public let noticeTimer: NoticeTimer

    /// Makes an action that comes with a change of the ticket.
    static func change(_ orderInput: OrderInput? = nil, noticeTimer: NoticeTimer = .unchanged) -> TicketAction
    {
        TicketAction(isChange: true, orderInput: orderInput, noticeTimer: noticeTimer)
    }

    /// Makes an action that does not change the ticket.
    static func noChange(noticeTimer: NoticeTimer = .unchanged) -> TicketAction {
        TicketAction(isChange: false, orderInput: nil, noticeTimer: noticeTimer)
    }
}
