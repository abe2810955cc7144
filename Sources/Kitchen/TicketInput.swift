/// An input to a ticket.
public enum TicketInput: Hashable, Sendable {
    /// A cook begins.
    case start
    /// The whole ticket is finished.
    case bump
    /// The line with that index is finished.
    case bumpLine(Int)
    /// The bump of the ticket is undone.
    case undo
    /// The bump of the line with that index is undone.
    case undoLine(Int)
    /// The undo window is over, so the notice is due.
    case noticeDue
    /// A finished ticket is recalled.
    case recall
    /// The order is handed over.
    case collect
    /// The order is cancelled.
    case cancel
}

extension TicketInput: CustomStringConvertible {
    /// The word that requests and refusals use, without the index of a line.
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
