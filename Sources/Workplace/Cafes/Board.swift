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

/// A line of a status board: a number and a stage, without the person.
public struct BoardEntry: Hashable, Sendable {
    /// The short number.
    public let number: OrderNumber
    /// The stage that the board shows.
    public let stage: BoardStage
}
