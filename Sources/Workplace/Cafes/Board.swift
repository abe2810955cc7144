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
    /// A ticket whose bump can still be undone is not ready: the board calls nobody too early.
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

/// Content with the feed's number at the time of reading, so that a reader can follow the feed from there.
public struct Snapshot<Content: Sendable>: Sendable {
    /// The number of the last feed entry that the content includes.
    public let asOf: Int64
    /// The time of the reading.
    public let time: Timestamp
    /// What was read.
    public let content: Content

    /// Returns a snapshot of a part of the content.
    public func map<Part>(_ part: (Content) -> Part) -> Snapshot<Part> {
        Snapshot<Part>(asOf: asOf, time: time, content: part(content))
    }
}
