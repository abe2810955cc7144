/// Why a ticket did not take an input; nothing has changed then.
public enum TicketRefusal: Error, Hashable, Sendable {
    /// The ticket has moved on; here is where it stands now.
    case staleVersion(stage: TicketStage, version: Int)
    /// The ticket's stage does not take this input.
    case illegal(stage: TicketStage, input: TicketInput)
    /// The time to take the bump back is over and the person has been told, or is about to be; recall instead.
    case undoExpired
    /// The ticket is of another service day and cannot be called back any more.
    case recallExpired
    /// The ticket has no line of that index.
    case noSuchLine(Int)
}
