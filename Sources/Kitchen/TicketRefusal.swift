/// Why a ticket refused an input; nothing has changed.
public enum TicketRefusal: Error, Hashable, Sendable {
    /// The ticket has changed; these are its present stage and version.
    case staleVersion(stage: TicketStage, version: Int)
    /// The input is not allowed in the ticket's stage.
    case illegal(stage: TicketStage, input: TicketInput)
    /// The undo window is over; recall the ticket instead.
    case undoExpired
    /// The priority can no longer be undone.
    case priorityUndoExpired
    /// The ticket is of another service day and can no longer be recalled.
    case recallExpired
    /// The ticket has no line with that index.
    case noSuchLine(Int)
}
