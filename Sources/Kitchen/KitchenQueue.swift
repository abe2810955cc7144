/// The tickets of a kitchen in the order in which they are shown.
///
/// They stand by the time of their release and then by number, so a ticket that was called back stands where it
/// stood before.
public struct KitchenQueue: Hashable, Sendable {
    /// The tickets, the oldest first.
    public let tickets: [Ticket]

    /// Puts tickets in order.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(_ tickets: some Sequence<Ticket>) {
        self.tickets = tickets.sorted { left, right in
            (left.releasedAt, left.number, left.id) < (right.releasedAt, right.number, right.id)
        }
    }
}
