public import Essentials
import Kitchen
public import Ordering

extension DueTimer {
    /// Makes a timer that calls orders ready when the undo window of a bump is over.
    ///
    /// - Parameters:
    ///   - store: The store of the tickets.
    ///   - clock: The clock on which the timer sleeps.
    ///   - handover: How a café hands orders over; `nil` for a café that has left the campus.
    ///   - handoverBegan: Called when an order begins to wait for its person, so that the timer of handovers checks again.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func readiness(
        store: any WorkplaceStore, clock: any Clock<Duration>,
        handover: @escaping @Sendable (CafeID) -> HandoverRules? = { _ in nil },
        handoverBegan: @escaping @Sendable () -> Void = {}, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.ticketsWithNotice(dueBy: time) }
            // An unreadable ticket must not stop the other notices.
            try await due.forEachDespiteFailures { ticket in
                if try await sendNotice(of: ticket, handover, in: store, at: time) { handoverBegan() }
            }
            return try await store.read { try $0.nextNoticeDue() }
        }
    }

    /// Calls an order ready.
    ///
    /// - Returns: Whether the café's rules limit how long the order waits for its person.
    private static func sendNotice(
        of ticket: TicketID, _ handover: @escaping @Sendable (CafeID) -> HandoverRules?,
        in store: any WorkplaceStore, at time: Timestamp
    ) async throws -> Bool {
        try await store.write { transaction in
            guard let ticket = try transaction.ticket(ticket) else { return false }
            let move = TicketMove(
                input: .noticeDue, actor: .system, expectedVersion: nil,
                context: TicketContext(at: time, regardless: ticket))
            guard try move.apply(to: ticket, in: transaction).ticket.stage == .ready, ticket.stage != .ready,
                let rules = handover(ticket.cafe),
                let wait = HandoverWait(readyAt: time, under: rules)
            else { return false }
            try transaction.insert(wait, of: ticket.order)
            return true
        }
    }
}
