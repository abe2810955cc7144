public import Essentials
public import Kitchen
public import Ordering

/// What a status board says of an order.
public enum BoardStage: String, Hashable, Sendable {
    /// It is waiting for the kitchen or being made.
    case preparing
    /// It can be collected.
    case ready

    /// What the board says of a stage; `nil` when the board shows no such order.
    public init?(_ stage: OrderStage) {
        switch stage {
        case .accepted, .preparing: self = .preparing
        case .ready: self = .ready
        case .draft, .placed, .collected, .cancelled, .rejected, .expired, .notCollected: return nil
        }
    }
}

extension BoardStage {
    /// What the board says of a ticket's stage; `nil` when the board shows no such ticket.
    ///
    /// A ticket that is done but can still be taken back is not ready yet: nobody is called to the counter for
    /// nothing.
    public init?(_ stage: TicketStage) {
        switch stage {
        case .waiting, .preparing, .done: self = .preparing
        case .ready: self = .ready
        case .collected, .cancelled: return nil
        }
    }
}

/// A line of a status board: a number and a state, and nothing that tells whose it is.
public struct BoardEntry: Hashable, Sendable {
    /// The short number.
    public let number: OrderNumber
    /// What the board says of it.
    public let stage: BoardStage
}

/// Something that was read together with the feed's number, so that a reader can follow on from there.
public struct Snapshot<Content: Sendable>: Sendable {
    /// The number of the last feed entry that the content includes.
    public let asOf: Int64
    /// The time of the reading.
    public let time: Timestamp
    /// What was read.
    public let content: Content

    /// The same, with a part of the content.
    public func map<Part>(_ part: (Content) -> Part) -> Snapshot<Part> {
        Snapshot<Part>(asOf: asOf, time: time, content: part(content))
    }
}
