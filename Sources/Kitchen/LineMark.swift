/// How a line of a ticket is marked.
public enum LineMark: String, CaseIterable, Hashable, Sendable {
    /// The line is not finished.
    case open
    /// Bumped separately, before the ticket was bumped; of a cancelled ticket: acknowledged.
    case done
    /// Bumped together with the ticket; open again when the bump of the ticket is undone.
    case doneWithTicket = "done-with-ticket"

    /// Whether the line is finished.
    public var isDone: Bool { self != .open }
}
