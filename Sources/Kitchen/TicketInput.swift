/// What can happen to a ticket.
public enum TicketInput: Hashable, Sendable {
    /// Someone begins.
    case start
    /// The whole ticket is finished.
    case bump
    /// The line of that index is finished.
    case bumpLine(Int)
    /// The bump of the ticket is taken back.
    case undo
    /// The bump of the line of that index is taken back.
    case undoLine(Int)
    /// The time has come to tell the person.
    case noticeDue
    /// A finished ticket is called back.
    case recall
    /// The order is handed over.
    case collect
    /// The order is withdrawn.
    case cancel
}

extension TicketInput: CustomStringConvertible {
    /// The input in the words that requests and refusals use, without the index of a line.
    public var description: String {
        switch self {
        case .start: "start"
        case .bump: "bump"
        case .bumpLine: "bump-line"
        case .undo: "undo"
        case .undoLine: "undo-line"
        case .noticeDue: "notice-due"
        case .recall: "recall"
        case .collect: "collect"
        case .cancel: "cancel"
        }
    }
}
