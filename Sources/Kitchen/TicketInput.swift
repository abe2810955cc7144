/// An input to a ticket.
public enum TicketInput: Hashable, Sendable {
    /// A cook begins.
    case start
    /// The whole ticket is finished.
    case bump
    /// The lines with those indices are finished, for example those of one station.
    case bumpLines([Int])
    /// The bump of the ticket is undone.
    case undo
    /// The bump of the lines with those indices is undone.
    case undoLines([Int])
    /// The undo window is over, so the notice is due.
    case noticeDue
    /// A finished ticket is recalled.
    case recall
    /// The order is handed over.
    case collect
    /// The order is cancelled.
    case cancel
    /// The stations of the lines with these indices have seen that the order is cancelled; `nil` stands for all lines.
    case acknowledge([Int]?)
    /// The ticket is made before the others.
    case prioritise
    /// The priority is undone.
    case undoPriority
    /// A ticket for later takes its place in the line now.
    case pullForward
    /// A ticket that was pulled forward goes back to the later ones.
    case putBack
    /// Nobody collected the order in time.
    case giveUp
    /// The kitchen cannot make the order; the stations of the lines with these indices know it already.
    case reject([Int])
}

extension TicketInput {
    /// The line with that index is finished.
    public static func bumpLine(_ index: Int) -> TicketInput { .bumpLines([index]) }

    /// The bump of the line with that index is undone.
    public static func undoLine(_ index: Int) -> TicketInput { .undoLines([index]) }

    /// Whether only the people at the pass may do it.
    public var isOfExpo: Bool { self == .prioritise || self == .undoPriority }
}

extension TicketInput: CustomStringConvertible {
    /// The word that requests and refusals use, without the indices of lines.
    public var description: String {
        switch self {
        case .start: "start"
        case .bump: "bump"
        case .bumpLines: "bump-line"
        case .undo: "undo"
        case .undoLines: "undo-line"
        case .noticeDue: "notice-due"
        case .recall: "recall"
        case .collect: "collect"
        case .cancel: "cancel"
        case .acknowledge: "acknowledge"
        case .prioritise: "prioritise"
        case .undoPriority: "undo-priority"
        case .pullForward: "pull-forward"
        case .putBack: "put-back"
        case .giveUp: "give-up"
        case .reject: "reject"
        }
    }
}
