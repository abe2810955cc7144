public import Essentials
public import Kitchen
public import Ordering

/// The stage of an order on a status board.
public enum BoardStage: String, Hashable, Sendable {
    /// It is waiting for the kitchen or being made.
    case preparing
    /// It can be collected.
    case ready

    /// The board's stage of an order; `nil` when the board does not show it.
    public init?(_ stage: OrderStage) {
        switch stage {
        case .accepted, .preparing: self = .preparing
        case .ready: self = .ready
        case .draft, .placed, .collected, .cancelled, .rejected, .expired, .notCollected: return nil
        }
    }
}

extension BoardStage {
    /// The board's stage of a ticket; `nil` when the board does not show it.
    ///
    /// A ticket whose bump can still be undone is not ready, so that the board does not call people too
    /// early.
    public init?(_ stage: TicketStage) {
        switch stage {
        case .waiting, .preparing, .done: self = .preparing
        case .ready: self = .ready
        case .collected, .cancelled: return nil
        }
    }
}

/// The content of a status board.
public struct Board: Hashable, Sendable {
    /// The numbers, in the order of their release.
    public let entries: [BoardEntry]
    /// When the numbers of a past service day leave the board, because the following day reuses them.
    public let dayOver: Timestamp
}

/// A line of a status board: a number and a stage, without the person.
public struct BoardEntry: Hashable, Sendable {
    /// The short number.
    public let number: OrderNumber
    /// The stage that the board shows.
    public let stage: BoardStage
    /// When the board shows an order for later; `nil` for at once.
    public let from: Timestamp?

    /// The line of a ticket; `nil` when the board does not show it.
    init?(_ ticket: Ticket, at time: Timestamp) {
        guard let stage = BoardStage(ticket.stage) else { return nil }
        number = ticket.number
        self.stage = stage
        from = ticket.isLater(at: time) ? ticket.releasedAt : nil
    }
}
