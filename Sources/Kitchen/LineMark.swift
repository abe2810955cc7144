/// How a line of a ticket is marked.
public enum LineMark: String, CaseIterable, Hashable, Sendable {
    /// There is work to do.
    case open
    /// Bumped by itself, before the ticket was.
    case done
    /// Bumped by what finished the ticket; open again when that is undone.
    case doneWithTicket = "done-with-ticket"

    /// Whether there is nothing to do any more.
    public var isDone: Bool { self != .open }
}
